/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * completion.c: completion scripts for bash, zsh and fish.
 *
 * Each script is a fixed frame around one entry for each subcommand and option. Texts are written
 * between single quotes.
 */
#include "cli/completion.h"
#include "cli/command.h"
#include <string.h>

/* How a single quote is written between single quotes. */
#define POSIX_QUOTE "'\\''"
#define FISH_QUOTE "\\'"

/* Writes `text` for the inside of single quotes. Characters in `special` get a backslash. */
static void put(FILE *out, const char *text, const char *special, const char *quote) {
    for (const char *p = text; *p; p++) {
        if (*p == '\'') {
            fputs(quote, out);
            continue;
        }
        if (strchr(special, *p)) putc('\\', out);
        putc(*p, out);
    }
}

/* Writes a list of choices for the inside of single quotes, with blanks between them. */
static void put_choices(FILE *out, const char *choices) {
    for (const char *p = choices; *p; p++) {
        if (*p == ' ') putc('\\', out);
        putc(*p == '|' ? ' ' : *p, out);
    }
}

static bool completes(const struct ordo_option *o, const char *what) {
    return o->completes && strcmp(o->completes, what) == 0;
}

static void put_subcommands(FILE *out, char separator) {
    for (size_t i = 0; i < ordo_n_commands; i++) {
        if (i) putc(separator, out);
        fputs(ordo_commands[i].name, out);
    }
}

/* bash. Words are separated by `|`, because a choice may contain a blank. */

static void put_bash_value(FILE *out, const struct ordo_option *o) {
    fputs("        ", out);
    if (o->letter) fprintf(out, "-%c | ", o->letter);
    fprintf(out, "--%s) ", o->name);
    if (completes(o, ORDO_COMPLETE_FILES))
        fputs("_ordo_paths -f; ", out);
    else if (completes(o, ORDO_COMPLETE_FOLDERS))
        fputs("_ordo_paths -d; ", out);
    else if (o->completes)
        fprintf(out, "_ordo_words '%s'; ", o->completes);
    fputs("return ;;\n", out);
}

static void put_bash_command(FILE *out, const struct ordo_command *c) {
    fprintf(out, "    %s)\n        case $prev in\n", c->name);
    for (size_t i = 0; i < c->options->n; i++)
        if (c->options->options[i].value) put_bash_value(out, &c->options->options[i]);
    fputs("        esac\n        options='", out);
    for (size_t i = 0; i < c->options->n; i++) {
        const struct ordo_option *o = &c->options->options[i];
        fprintf(out, "--%s%s|", o->name, o->kind == ORDO_OPTION_JOINED ? "=" : "");
    }
    fprintf(out, "--help'%s ;;\n", c->operands == ORDO_OPERANDS_COMMAND ? " commands=-c" : "");
}

static void write_bash(FILE *out) {
    fputs("# bash completion for ordo, printed by `ordo help --completion bash`.\n"
          "_ordo_words() {\n"
          "    local IFS='|'\n"
          "    mapfile -t COMPREPLY < <(compgen -W \"$1\" -- \"$cur\")\n"
          "}\n"
          "\n"
          "_ordo_paths() {\n"
          "    local kind\n"
          "    mapfile -t COMPREPLY < <(for kind; do compgen \"$kind\" -- \"$cur\"; done)\n"
          "}\n"
          "\n"
          "_ordo() {\n"
          "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}\n"
          "    local options= commands= subcommands='",
          out);
    put_subcommands(out, '|');
    fputs("'\n"
          "    COMPREPLY=()\n"
          "    if ((COMP_CWORD == 1)); then\n"
          "        _ordo_words \"$subcommands|--help|--version\"\n"
          "        return\n"
          "    fi\n"
          "    # readline splits --name=value into three words.\n"
          "    if [[ $cur == = ]]; then\n"
          "        cur=\n"
          "    elif [[ $prev == = ]]; then\n"
          "        prev=${COMP_WORDS[COMP_CWORD - 2]}\n"
          "    fi\n"
          "    case ${COMP_WORDS[1]} in\n",
          out);
    for (size_t i = 0; i < ordo_n_commands; i++) put_bash_command(out, &ordo_commands[i]);
    fputs("    esac\n"
          "    if [[ $cur == -* ]]; then\n"
          "        _ordo_words \"$options\"\n"
          "        [[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace 2>/dev/null\n"
          "    elif [[ ${COMP_WORDS[1]} == help ]]; then\n"
          "        _ordo_words \"$subcommands\"\n"
          "    else\n"
          "        _ordo_paths -f $commands\n"
          "    fi\n"
          "}\n"
          "complete -o filenames -F _ordo ordo\n"
          "\n"
          "# ordo-cc OPTION is ordo cc OPTION.\n"
          "_ordo_compiler() {\n"
          "    COMP_WORDS=(ordo \"${COMP_WORDS[0]##*ordo-}\" \"${COMP_WORDS[@]:1}\")\n"
          "    ((COMP_CWORD++))\n"
          "    _ordo\n"
          "}\n"
          "complete -o filenames -F _ordo_compiler ordo-cc ordo-c++\n",
          out);
}

/* zsh. Options are specifications of _arguments: NAME[DESCRIPTION]:VALUE:ACTION. */

static void put_zsh_option(FILE *out, const struct ordo_option *o) {
    const char *value = o->kind == ORDO_OPTION_JOINED ? "=-" : o->value ? "=" : "";
    fputs("            ", out);
    if (o->kind == ORDO_OPTION_LIST)
        fputs("'*'", out);
    else if (o->letter)
        fprintf(out, "'(-%c --%s)'", o->letter, o->name);
    if (o->letter)
        fprintf(out, "{-%c%s,--%s%s}'[", o->letter, o->value ? "+" : "", o->name, value);
    else
        fprintf(out, "'--%s%s[", o->name, value);
    put(out, o->help, "[]:\\", POSIX_QUOTE);
    putc(']', out);
    if (o->value) {
        putc(':', out);
        put(out, o->value, ":\\", POSIX_QUOTE);
        putc(':', out);
    }
    if (completes(o, ORDO_COMPLETE_FILES)) {
        fputs("_files", out);
    } else if (completes(o, ORDO_COMPLETE_FOLDERS)) {
        fputs("_directories", out);
    } else if (o->completes) {
        putc('(', out);
        put_choices(out, o->completes);
        putc(')', out);
    }
    fputs("' \\\n", out);
}

static void put_zsh_command(FILE *out, const struct ordo_command *c) {
    bool command = c->operands == ORDO_OPERANDS_COMMAND;
    fprintf(out, "    %s)\n        _arguments -s -S %s\\\n", c->name, command ? "-A '-*' " : "");
    for (size_t i = 0; i < c->options->n; i++) put_zsh_option(out, &c->options->options[i]);
    fprintf(out, "            '--help[show the help of this subcommand]' \\\n            '%s' ;;\n",
            command                                   ? "*::command:_normal"
            : c->operands == ORDO_OPERANDS_SUBCOMMAND ? ":subcommand:_ordo_subcommands"
                                                      : "*:file:_files");
}

static void write_zsh(FILE *out) {
    fputs("#compdef ordo ordo-cc ordo-c++\n"
          "# zsh completion for ordo, printed by `ordo help --completion zsh`.\n"
          "\n"
          "_ordo_subcommands() {\n"
          "    local -a subcommands=(\n",
          out);
    for (size_t i = 0; i < ordo_n_commands; i++) {
        fprintf(out, "        '%s:", ordo_commands[i].name);
        put(out, ordo_commands[i].summary, ":\\", POSIX_QUOTE);
        fputs("'\n", out);
    }
    fputs("    )\n"
          "    _describe -t commands subcommand subcommands\n"
          "}\n"
          "\n"
          "_ordo() {\n"
          "    # ordo-cc OPTION is ordo cc OPTION.\n"
          "    if [[ $service == ordo-* ]]; then\n"
          "        words=(ordo ${service#ordo-} \"${(@)words[2,-1]}\")\n"
          "        (( CURRENT++ ))\n"
          "    fi\n"
          "    if (( CURRENT == 2 )); then\n"
          "        _arguments '--help[list the subcommands]' '--version[print the version]' \\\n"
          "            ':subcommand:_ordo_subcommands'\n"
          "        return\n"
          "    fi\n"
          "    local subcommand=$words[2]\n"
          "    shift words\n"
          "    (( CURRENT-- ))\n"
          "    case $subcommand in\n",
          out);
    for (size_t i = 0; i < ordo_n_commands; i++) put_zsh_command(out, &ordo_commands[i]);
    fputs("    esac\n"
          "}\n"
          "\n"
          "_ordo \"$@\"\n",
          out);
}

/* fish. An option is one `complete` command, whose condition names the subcommand. */

static void put_fish_option(FILE *out, const char *program, const char *subcommand,
                            const struct ordo_option *o) {
    fprintf(out, "complete -c %s", program);
    if (subcommand) fprintf(out, " -n '__ordo_subcommand %s'", subcommand);
    if (o->letter) fprintf(out, " -s %c", o->letter);
    fprintf(out, " -l %s", o->name);
    if (completes(o, ORDO_COMPLETE_FILES)) {
        fputs(" -r", out);
    } else if (completes(o, ORDO_COMPLETE_FOLDERS)) {
        fputs(" -x -a '(__fish_complete_directories)'", out);
    } else if (o->completes) {
        fputs(" -x -a '", out);
        put_choices(out, o->completes);
        putc('\'', out);
    } else if (o->value) {
        fputs(" -x", out);
    }
    fputs(" -d '", out);
    put(out, o->help, "\\", FISH_QUOTE);
    fputs("'\n", out);
}

static void put_fish_command(FILE *out, const struct ordo_command *c) {
    fprintf(out, "\ncomplete -c ordo -n __ordo_no_subcommand -a %s -d '", c->name);
    put(out, c->summary, "\\", FISH_QUOTE);
    fputs("'\n", out);
    for (size_t i = 0; i < c->options->n; i++)
        put_fish_option(out, "ordo", c->name, &c->options->options[i]);
    fprintf(out,
            "complete -c ordo -n '__ordo_subcommand %s' -l help "
            "-d 'show the help of this subcommand'\n",
            c->name);
    if (c->operands == ORDO_OPERANDS_COMMAND)
        fprintf(out, "complete -c ordo -n '__ordo_subcommand %s' -a '(__fish_complete_command)'\n",
                c->name);
    if (c->operands == ORDO_OPERANDS_SUBCOMMAND) {
        fprintf(out, "complete -c ordo -n '__ordo_subcommand %s' -f -a '", c->name);
        put_subcommands(out, ' ');
        fputs("'\n", out);
    }
}

/* Writes the options of ordo-cc and ordo-c++. */
static void put_fish_compiler(FILE *out, const struct ordo_command *c) {
    char program[32];
    snprintf(program, sizeof program, "ordo-%s", c->name);
    putc('\n', out);
    for (size_t i = 0; i < c->options->n; i++)
        put_fish_option(out, program, NULL, &c->options->options[i]);
}

static void write_fish(FILE *out) {
    fputs("# fish completion for ordo, printed by `ordo help --completion fish`.\n"
          "function __ordo_no_subcommand\n"
          "    test (count (commandline -opc)) -eq 1\n"
          "end\n"
          "\n"
          "function __ordo_subcommand\n"
          "    set -l words (commandline -opc)\n"
          "    test (count $words) -gt 1; and test $words[2] = $argv[1]\n"
          "end\n"
          "\n"
          "complete -c ordo -n __ordo_no_subcommand -f\n"
          "complete -c ordo -n __ordo_no_subcommand -l help -d 'list the subcommands'\n"
          "complete -c ordo -n __ordo_no_subcommand -l version -d 'print the version'\n",
          out);
    for (size_t i = 0; i < ordo_n_commands; i++) put_fish_command(out, &ordo_commands[i]);
    for (size_t i = 0; i < ordo_n_commands; i++)
        if (strcmp(ordo_commands[i].name, "cc") == 0 || strcmp(ordo_commands[i].name, "c++") == 0)
            put_fish_compiler(out, &ordo_commands[i]);
}

bool ordo_completion_write(FILE *out, const char *shell) {
    static const struct {
        const char *shell;
        void (*write)(FILE *out);
    } writers[] = {{"bash", write_bash}, {"zsh", write_zsh}, {"fish", write_fish}};
    for (size_t i = 0; i < sizeof writers / sizeof *writers; i++) {
        if (strcmp(shell, writers[i].shell) != 0) continue;
        writers[i].write(out);
        return true;
    }
    return false;
}
