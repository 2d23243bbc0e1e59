-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
-- Takes orders from the front of an array, which moves all others: a common mistake.
local n = tonumber(arg[1])
local orders, done = {}, 0
for i = 1, n do orders[i] = {id = i, price = i * 7 % 100} end
while #orders > 0 do
    local order = table.remove(orders, 1)
    done = done + order.price
end
print(done)
