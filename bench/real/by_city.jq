# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Groups customers by their city.
map(select(.active))
| group_by(.city)
| map({city: .[0].city, customers: length, balance: (map(.balance) | add),
       tags: (map(.tags[]) | unique | length), oldest: (max_by(.age) | .name)})
| sort_by(-.balance)
