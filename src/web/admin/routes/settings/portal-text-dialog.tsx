import { Button, Stack, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#contract/client.ts';
import { changePortalText, resetPortalText, type PortalTextShown } from '#contract/merchant/portal-texts.ts';
import { compileMessage } from '#core/texts/compile.ts';
import { LANGUAGES, type Language } from '#core/texts/languages.ts';
import { formatMessage } from '#core/texts/message.ts';
import { textProblem } from '#core/texts/problem.ts';
import { variablesOf } from '#core/texts/variables.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast.ts';
import { portalTextsQuery } from '../../portal-texts-query.ts';
import { problemText } from '../../problem-words.ts';

type Props = { storeId: number; language: Language; text: PortalTextShown; onClose: () => void };

/** Says one text differently in one language, with what shoppers will read. */
export function PortalTextDialog({ storeId, language, text, onClose }: Props) {
  const { id, english, shipped, said, isOwn } = text;
  const saved = said ?? shipped;
  const [typed, setTyped] = useState(saved);
  const client = useQueryClient();
  const done = async (words: string): Promise<void> => {
    await client.invalidateQueries({ queryKey: portalTextsQuery(storeId, language).queryKey });
    toast(words);
    onClose();
  };
  const saving = useMutation({
    mutationFn: () => call(changePortalText, { params: { storeId, language }, body: { id, text: typed } }),
    onSuccess: () => done('Text saved'),
  });
  const resetting = useMutation({
    mutationFn: () => call(resetPortalText, { params: { storeId, language }, query: { id } }),
    onSuccess: () => done('Text reset'),
  });
  const problem =
    typed.trim() === '' ? 'Enter a text.' : isOwn ? null : textProblem(typed, { like: english, language });
  const values = isOwn ? [] : variablesOf(compileMessage(english));
  const failure = saving.error ?? resetting.error;
  const { name, dir } = LANGUAGES[language];
  return (
    <Dialog title={`Edit text in ${name}`} onClose={onClose} isChanged={typed !== saved && !saving.isSuccess}>
      {(leave) => (
        <form
          noValidate
          onSubmit={(event) => {
            // The page around it has a form of its own.
            event.stopPropagation();
            event.preventDefault();
            if (problem === null && !saving.isPending) saving.mutate();
          }}
        >
          <Stack gap="md">
            <div>
              <strong>{isOwn ? 'In your settings' : 'In English'}</strong>
              <div>{english}</div>
            </div>
            {shipped === english ? null : (
              <div>
                <strong>As it ships</strong>
                <div lang={language} dir={dir}>
                  {shipped}
                </div>
              </div>
            )}
            <Textarea
              label="Your text"
              {...(values.length > 0
                ? { description: `Keep the values: ${values.map((value) => `{${value}}`).join(', ')}` }
                : {})}
              lang={language}
              dir={dir}
              autosize
              minRows={2}
              maxLength={2000}
              data-autofocus
              value={typed}
              error={typed === saved ? null : problem}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            {problem === null ? <Preview language={language} text={isOwn ? null : typed} plain={typed} /> : null}
            {failure ? <Notice tone="bad">{problemText(failure)}</Notice> : null}
            <div className="mg-dialog-actions">
              {said === null ? null : (
                <Button variant="default" loading={resetting.isPending} onClick={() => resetting.mutate()}>
                  Reset
                </Button>
              )}
              <Button variant="default" onClick={leave}>
                Cancel
              </Button>
              <Button type="submit" loading={saving.isPending} disabled={problem !== null || typed === saved}>
                Save
              </Button>
            </div>
          </Stack>
        </form>
      )}
    </Dialog>
  );
}

const COUNTS = [1, 2, 5, 11];

/** What shoppers read, once for each number that changes the words. */
function Preview({ language, text, plain }: { language: Language; text: string | null; plain: string }) {
  const { dir } = LANGUAGES[language];
  const read =
    text === null
      ? [plain]
      : COUNTS.map((count) => {
          const message = compileMessage(text);
          const values = Object.fromEntries(variablesOf(message).map((name) => [name, SAMPLES[name] ?? count]));
          return formatMessage(message, values, { language, dir });
        });
  return (
    <div className="mg-texts-preview" lang={language} dir={dir}>
      {[...new Set(read)].map((words) => (
        <p key={words}>{words}</p>
      ))}
    </div>
  );
}

/** What stands for a value in the preview; numbers count. */
const SAMPLES: Readonly<Record<string, string>> = {
  amount: '$12.50',
  refunded: '$5.00',
  price: '$24.00',
  difference: '+$4.00',
  percent: '10%',
  date: 'May 4',
  time: 'May 4, 10:30',
  place: 'Memphis, TN',
  orderNo: '#1001',
  id: 'R-1001',
  number: '9400 1000',
  name: 'Mia',
  store: 'Alpine',
  email: 'mia@example.com',
  item: 'Wool sweater',
  product: 'Wool sweater',
  variant: 'M / Blue',
  option: 'Size',
  carrier: 'UPS',
  file: 'photo.jpg',
  method: 'Refund',
  fee: 'Handling fee',
  heading: 'Return',
  link: '…',
  action: '…',
  label: '…',
  words: '…',
  field: '…',
  problem: '…',
  question: '…',
  answer: '…',
  comment: '…',
  reason: '…',
  why: '…',
  note: '…',
  kind: 'other',
};
