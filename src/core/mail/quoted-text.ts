/** What somebody wrote, and what they quoted below it. */
export type SplitText = { own: string; quoted: string };

// "On Tue, 3 Mar 2026 at 10:02, Nordwind <x@y> wrote:", in the languages of common mail programs; up to three lines.
const WROTE =
  /^(?:on|am|le|el|il|em|op|den|dnia|\d{4}[-年/]).{5,250}(?:wrote|schrieb|a écrit|escribió|ha scritto|escreveu|schreef|skrev|napisał\(?a?\)?|写道|のメール)[^\n]{0,80}[::]$/iu;
/** What says who wrote is never longer. */
const MOST_OF_WROTE = 700;
const ORIGINAL =
  /^\s*(?:-{2,}\s*)(?:original message|ursprüngliche nachricht|message d'origine|message original|mensaje original|messaggio originale|mensagem original|oorspronkelijk bericht|original meddelande|元のメッセージ|原始邮件|forwarded message)\s*-{2,}\s*$/iu;

const QUOTED = /^\s*>/;
const SIGNATURE = /^--\s?$/;

/** Cuts a plain text where the mail it answers begins. What follows the quote stays with it. */
export function splitQuoted(text: string): SplitText {
  const lines = text.split('\n');
  const at = lines.findIndex((_line, index) => beginsQuote(lines, index));
  if (at < 0) return { own: text.trim(), quoted: '' };
  const own = lines.slice(0, at).join('\n').trim();
  const rest = lines.slice(at);
  // Answers between the lines of the quote, or below it, are what they wrote too: nothing of them may be hidden.
  if (own === '' || hasAnswer(rest)) return { own: text.trim(), quoted: '' };
  return { own, quoted: rest.join('\n').trim() };
}

function beginsQuote(lines: readonly string[], index: number): boolean {
  const line = lines[index] ?? '';
  if (ORIGINAL.test(line) || QUOTED.test(line)) return true;
  return [1, 2, 3].some((count) => {
    const joined = lines
      .slice(index, index + count)
      .join(' ')
      .trim();
    return (
      joined.length <= MOST_OF_WROTE &&
      WROTE.test(joined) &&
      lines.slice(index + count, index + count + 3).some((next) => QUOTED.test(next))
    );
  });
}

/** Whether a quote made of ">" has lines that aren't quoted, above a signature. */
function hasAnswer(rest: readonly string[]): boolean {
  if (rest.some((line) => ORIGINAL.test(line))) return false;
  const signature = rest.findIndex((line) => SIGNATURE.test(line));
  const end = signature < 0 ? rest.length : signature;
  const firstQuoted = rest.findIndex((line) => QUOTED.test(line));
  return rest.slice(firstQuoted + 1, end).some((line) => !QUOTED.test(line) && line.trim() !== '');
}
