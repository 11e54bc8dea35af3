import { useHotkeys } from '@mantine/hooks';
import { flushSync } from 'react-dom';

/** Submits a form by Ctrl/Cmd+S. A field that keeps what is typed once it is left, such as tags, keeps it before. */
export function useSaveKey(formId: string): void {
  function save(): void {
    const field = document.activeElement;
    if (field instanceof HTMLElement) {
      // The form that is submitted has to know it.
      flushSync(() => field.blur());
      field.focus();
    }
    const form = document.getElementById(formId);
    if (form instanceof HTMLFormElement) form.requestSubmit();
  }
  useHotkeys([['mod+S', save]], []);
}
