-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
-- Simulates a shop: customers arrive, wait in a priority queue and are served.
local n = tonumber(arg[1])
local seed = 42
local function random(limit)
    seed = (seed * 1103515245 + 12345) % 2147483648
    return seed // 65536 % limit
end

local Heap = {}
Heap.__index = Heap

function Heap.new(less) return setmetatable({size = 0, less = less}, Heap) end

function Heap:push(x)
    self.size = self.size + 1
    local i = self.size
    while i > 1 and self.less(x, self[i // 2]) do
        self[i] = self[i // 2]
        i = i // 2
    end
    self[i] = x
end

function Heap:pop()
    local top, x = self[1], self[self.size]
    self[self.size] = nil
    self.size = self.size - 1
    local i = 1
    while 2 * i <= self.size do
        local k = 2 * i
        if k < self.size and self.less(self[k + 1], self[k]) then k = k + 1 end
        if not self.less(self[k], x) then break end
        self[i] = self[k]
        i = k
    end
    if self.size > 0 then self[i] = x end
    return top
end

local waiting = Heap.new(function(a, b) return a.urgency > b.urgency or a.urgency == b.urgency and a.id < b.id end)
local served, by_name = 0, {}
for id = 1, n do
    local customer = {id = id, name = "customer " .. random(500), urgency = random(1000), items = {}}
    for k = 1, random(6) do customer.items[k] = {price = random(100), label = ("item %d"):format(random(50))} end
    waiting:push(customer)
    if random(3) == 0 and waiting.size > 0 then
        local next = waiting:pop()
        local sum = 0
        for _, item in ipairs(next.items) do sum = sum + item.price end
        by_name[next.name] = (by_name[next.name] or 0) + sum
        served = served + 1
    end
end
while waiting.size > 0 do
    waiting:pop()
    served = served + 1
end
print(served, by_name["customer 7"])
