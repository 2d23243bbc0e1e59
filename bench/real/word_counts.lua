-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
-- Counts the words of a text and prints the most frequent ones.
local count, order = {}, {}
for line in io.lines(arg[1]) do
    for word in line:lower():gmatch("%a+") do
        if not count[word] then
            count[word] = 0
            order[#order + 1] = word
        end
        count[word] = count[word] + 1
    end
end
table.sort(order, function(a, b)
    if count[a] ~= count[b] then return count[a] > count[b] end
    return a < b
end)
local lines = {}
for i, word in ipairs(order) do
    lines[#lines + 1] = string.format("%6d  %-20s %s", count[word], word, i <= 10 and "*" or "")
end
print(table.concat(lines, "\n"))
