import { Button, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { AmountInput } from '../../../ui/amount-input.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import { Section } from '../../../ui/section.tsx';
import { SortMenu } from '../../../ui/sort-menu.tsx';
import { useLeaveGuard } from '../../../ui/use-leave-guard.tsx';
import { TypedNumberInput } from '../../../ui/typed-number-input.tsx';

export const SORTS = [
  { id: 'newest', label: 'Newest to oldest' },
  { id: 'oldest', label: 'Oldest to newest' },
];

/** What people type into or choose from. */
export function Choosing() {
  const [amount, setAmount] = useState<number | null>(12.5);
  const [yen, setYen] = useState<number | null>(1200);
  const [units, setUnits] = useState(12);
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState('newest');
  return (
    <>
      <Section title="Amounts">
        <div className="mg-field-row">
          <AmountInput label="Refund" currencyCode="USD" value={amount} onChange={setAmount} />
          <AmountInput label="Without decimals" currencyCode="JPY" value={yen} onChange={setYen} />
          <AmountInput
            label="Wrong"
            currencyCode="EUR"
            value={null}
            onChange={() => undefined}
            error="Must be zero or a positive number."
          />
          <AmountInput label="Not to be changed" currencyCode="USD" value={3} onChange={() => undefined} disabled />
        </div>
      </Section>
      <Section title="Whole numbers">
        <div className="mg-field-row">
          <TypedNumberInput label="Weight in ounces" value={units} onChange={setUnits} />
          <TypedNumberInput label="Wrong" value={1.5} onChange={() => undefined} error="Must be a whole number." />
        </div>
      </Section>
      <Section title="Search and sort">
        <div className="mg-swatch-row">
          <SearchBox label="Search by claim" text={search} onChange={setSearch} />
          <SortMenu value={sort} options={SORTS} onChange={setSort} />
        </div>
        <p className="mg-muted">{`Searching for “${search}”, ${sort} first.`}</p>
      </Section>
    </>
  );
}

/** What is typed here is not left behind without asking. */
export function Leaving() {
  const [note, setNote] = useState('');
  const question = useLeaveGuard({ isChanged: note !== '', children: 'The note is lost.' });
  return (
    <Section title="Keys, and leaving something behind">
      <p className="mg-muted">Press ? for the keys of a page. Type a note, then follow a link.</p>
      <TextInput label="A note" value={note} onChange={(event) => setNote(event.currentTarget.value)} />
      {question}
    </Section>
  );
}

type Question = 'dialog' | 'changed' | 'confirm' | 'destructive' | 'busy';
const LABELS: Readonly<Record<Question, string>> = {
  dialog: 'Open a dialog',
  changed: 'Open a dialog with changes',
  confirm: 'Ask',
  destructive: 'Ask before something is lost',
  busy: 'Ask, and be busy',
};

/** What asks before it goes on. */
export function Asking() {
  const [open, setOpen] = useState<Question | null>(null);
  const close = (): void => setOpen(null);
  const confirm = (question: Exclude<Question, 'dialog' | 'changed'>, children: ReactNode) => (
    <ConfirmDialog
      isOpen={open === question}
      onClose={close}
      title={LABELS[question]}
      confirmLabel="Go on"
      cancelLabel="Leave it"
      onConfirm={close}
      isBusy={question === 'busy'}
      isDestructive={question === 'destructive'}
    >
      {children}
    </ConfirmDialog>
  );
  return (
    <Section title="Dialogs">
      <div className="mg-swatch-row">
        {(Object.keys(LABELS) as Question[]).map((question) => (
          <Button key={question} variant="default" onClick={() => setOpen(question)}>
            {LABELS[question]}
          </Button>
        ))}
      </div>
      {open === 'dialog' ? (
        <Dialog title="A dialog" onClose={close}>
          Whatever it is about stands here.
          <div className="mg-dialog-actions">
            <Button onClick={close} data-autofocus>
              Done
            </Button>
          </div>
        </Dialog>
      ) : null}
      {open === 'changed' ? (
        <Dialog title="A dialog with changes" onClose={close} isChanged>
          {(leave) => (
            <div className="mg-dialog-actions">
              <Button onClick={leave} data-autofocus>
                Leave
              </Button>
            </div>
          )}
        </Dialog>
      ) : null}
      {confirm('confirm', 'What happens next is said here.')}
      {confirm('destructive', "This can't be undone.")}
      {confirm('busy', 'It is being done.')}
    </Section>
  );
}
