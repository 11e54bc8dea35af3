/** What somebody wrote, and what they quoted below it. */
export type SplitText = { own: string; quoted: string };

// "On Tue, 3 Mar 2026 at 10:02, Nordwind <x@y> wrote:", in the languages of common mail programs; up to three lines.
const WROTE =
  /^(?:on|am|le|el|il|em|op|den|dnia|\d{4}[-年/]).{5,250}(?:wrote|schrieb|a écrit|escribió|ha scritto|escreveu|schreef|skrev|napisał\(?a?\)?|写道|のメール)[^\n]{0,80}[::]\s*$/iu;
const ORIGINAL =
  /^\s*(?:-{2,}\s*)(?:original message|ursprüngliche nachricht|message d'origine|message original|mensaje original|messaggio originale|mensagem original|oorspronkelijk bericht|original meddelande|元のメッセージ|原始邮件|forwarded message)\s*-{2,}\s*$/iu;

const QUOTED = /^\s*>/;

/** Cuts a plain text where the mail it answers begins. What follows the quote stays with it. */
export function splitQuoted(text: string): SplitText {
  const lines = text.split('\n');
  const at = lines.findIndex((_line, index) => beginsQuote(lines, index));
  if (at < 0) return { own: text.trim(), quoted: '' };
  const own = lines.slice(0, at).join('\n').trim();
  // Answers between the lines of the quote, or below it, are what they wrote too: nothing of them may be hidden.
  const after = lines.slice(at).filter((line, index, all) => isAnswer(line, index, all));
  if (own === '' || after.length > 0) return { own: text.trim(), quoted: '' };
  return { own, quoted: lines.slice(at).join('\n').trim() };
}

function beginsQuote(lines: readonly string[], index: number): boolean {
  const line = lines[index] ?? '';
  if (ORIGINAL.test(line) || QUOTED.test(line)) return true;
  const joined = [line, lines[index + 1] ?? '', lines[index + 2] ?? ''];
  return [1, 2, 3].some(
    (count) =>
      WROTE.test(joined.slice(0, count).join(' ').trim()) &&
      lines.slice(index + count, index + count + 3).some((next) => QUOTED.test(next)),
  );
}

/** A line of the rest that isn't quoted, in a quote made of ">". */
function isAnswer(line: string, index: number, all: readonly string[]): boolean {
  if (all.some((one) => ORIGINAL.test(one))) return false;
  const firstQuoted = all.findIndex((one) => QUOTED.test(one));
  return index > firstQuoted && !QUOTED.test(line) && line.trim() !== '' && !isSignature(all, index);
}

const isSignature = (all: readonly string[], index: number): boolean =>
  all.slice(0, index + 1).some((line) => /^--\s?$/.test(line));
