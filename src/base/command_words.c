/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * command_words.c: one pass from left to right; a word ends at the first blank outside quotes.
 */
#include "base/command_words.h"

#include "base/text.h"

#include <ctype.h>

bool ordo_command_words_add(struct ordo_words *out, const char *text) {
    size_t before = out->n;
    while (isspace((unsigned char)*text)) text++;
    while (*text) {
        struct ordo_text word = {0};
        char quote = 0;
        for (; *text && (quote || !isspace((unsigned char)*text)); text++) {
            if (*text == '\\' && text[1] && quote != '\'')
                ordo_text_add_bytes(&word, ++text, 1);
            else if (quote ? *text == quote : *text == '"' || *text == '\'')
                quote = quote ? 0 : *text;
            else
                ordo_text_add_bytes(&word, text, 1);
        }
        ordo_words_add(out, word.bytes ? word.bytes : "");
        ordo_text_done(&word);
        if (quote) return false;
        while (isspace((unsigned char)*text)) text++;
    }
    return out->n > before;
}
