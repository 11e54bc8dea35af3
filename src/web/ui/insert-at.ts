/** Puts text in a field where the cursor is, in the place of what is selected, and goes on behind it. */
export function insertAt(
  field: HTMLInputElement | HTMLTextAreaElement | null,
  typed: string,
  inserted: string,
  onChange: (text: string) => void,
): void {
  const at = field?.selectionStart ?? typed.length;
  onChange(`${typed.slice(0, at)}${inserted}${typed.slice(field?.selectionEnd ?? at)}`);
  setTimeout(() => {
    field?.focus();
    field?.setSelectionRange(at + inserted.length, at + inserted.length);
  });
}
