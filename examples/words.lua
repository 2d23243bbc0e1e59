-- Counts words, sorts longer and longer parts of the text, and makes a list of the counted words.
local text = {}
for i = 1, 4000 do
    text[i] = string.format("w%d", i * 7919 % 1013)
end

local count = {}
for _, word in ipairs(text) do
    count[word] = (count[word] or 0) + 1
end

for part = 100, 3700, 100 do
    local sorted = {}
    for i = 1, part do sorted[i] = text[i] end
    table.sort(sorted)
end

local list
for word, n in pairs(count) do
    list = {word = word, n = n, next = list}
end
local total = 0
while list do total, list = total + list.n, list.next end
print(total)
