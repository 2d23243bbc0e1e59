# fish completion of ordo.
set -l commands cc c++ record report run merge help
complete -c ordo -n "not __fish_seen_subcommand_from $commands" -f
complete -c ordo -n "not __fish_seen_subcommand_from $commands" -l version -d 'name this version'
complete -c ordo -n "not __fish_seen_subcommand_from $commands" -l help -d 'list the subcommands'
complete -c ordo -n "not __fish_seen_subcommand_from $commands" -a cc -d 'compile and link C with instrumentation'
complete -c ordo -n "not __fish_seen_subcommand_from $commands" -a c++ -d 'compile and link C++ with instrumentation'
complete -c ordo -n "not __fish_seen_subcommand_from $commands" -a record -d 'run a command and keep its profile'
complete -c ordo -n "not __fish_seen_subcommand_from $commands" -a report -d 'print a profile as a table or as JSON'
complete -c ordo -n "not __fish_seen_subcommand_from $commands" -a run -d 'record, then report'
complete -c ordo -n "not __fish_seen_subcommand_from $commands" -a merge -d 'join profiles into one'
complete -c ordo -n "not __fish_seen_subcommand_from $commands" -a help -d 'explain a subcommand'
complete -c ordo -n "__fish_seen_subcommand_from help" -f -a "$commands"

set -l cc "__fish_seen_subcommand_from cc c++"
complete -c ordo -n $cc -l no-loops -d 'routines are scopes, loops are not'
complete -c ordo -n $cc -l no-fold -d 'keep O(1) routines as scopes'
complete -c ordo -n $cc -l drms -d 'also measure drms'
complete -c ordo -n $cc -l reference -d 'the slow, simple-minded engine'
complete -c ordo -n $cc -l source-root -r -d 'file names are relative to it'
complete -c ordo -n $cc -l llvm -x -d 'version of clang'
complete -c ordo -n $cc -l print-link-flags -d 'what a foreign link must add'
complete -c ordo -n $cc -l print-compile-flags -d 'what a foreign clang must add'

set -l record "__fish_seen_subcommand_from record run"
complete -c ordo -n $record -s o -l output -r -d 'the profile'
complete -c ordo -n $record -l cell -x -a '1 2 4 8' -d 'unit of memory sizes'
complete -c ordo -n $record -l cost -x -a 'blocks iterations allocs io' -d 'more costs'
complete -c ordo -n $record -l drms -d 'count input from the kernel and other threads'
complete -c ordo -n $record -l feature -x -d 'NAME=VALUE'
complete -c ordo -n $record -l engine -x -a 'auto compiled' -d 'how to measure'
complete -c ordo -n $record -l limit -x -d 'recorded data per process at most'
complete -c ordo -n $record -l wait -x -d 'seconds to wait for processes that outlive the command'
complete -c ordo -n $record -s q -l quiet -d 'say nothing about the recording'
complete -c ordo -n "__fish_seen_subcommand_from record" -l per-process -d 'a profile for each process'
complete -c ordo -n "__fish_seen_subcommand_from record" -l from -r -d 'raw files that a failed recording kept'

complete -c ordo -n "__fish_seen_subcommand_from report" -l json -d 'everything, as JSON'
complete -c ordo -n "__fish_seen_subcommand_from report" -l html -r -d 'everything, as a page'
complete -c ordo -n "__fish_seen_subcommand_from report" -l compare -r -d 'a second profile for the page'
complete -c ordo -n "__fish_seen_subcommand_from report" -l no-source -d 'no sources in the page'
set -l table "__fish_seen_subcommand_from report run"
complete -c ordo -n $table -l sort -x -a 'cost self calls name' -d 'order'
complete -c ordo -n $table -s n -l rows -x -d 'scopes at most'
complete -c ordo -n $table -l metric -x -a 'rms drms depth' -d 'size shown'
complete -c ordo -n $table -l color -x -a 'auto always never' -d 'colours'
complete -c ordo -n "__fish_seen_subcommand_from merge" -s o -l output -r -d 'the joined profile'
complete -c ordo -n "__fish_seen_subcommand_from record run report merge" -l help -d 'explain it'
