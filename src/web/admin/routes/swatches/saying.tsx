import { DAY_MS } from '#core/dates.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { isolated } from '../../../ui/bidi.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { DateText, UntilText } from '../../../ui/date-text.tsx';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { MoneyText } from '../../../ui/money-text.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { Facts, Section } from '../../../ui/section.tsx';
import { StatusBadge, type Tone } from '../../../ui/status-badge.tsx';
import { toast } from '../../../ui/toast.ts';
import { CopyByHand } from '../../../ui/use-copy.tsx';

const TONES: readonly Tone[] = ['neutral', 'info', 'waiting', 'good', 'bad'];
const LONG = 'Una frase bastante larga que no cabe en una sola línea de un teléfono y sigue y sigue hasta el final';
const ARABIC = 'نور حداد';

/** What tells people something. */
export function Saying() {
  const [isUnderWay, setUnderWay] = useState(false);
  return (
    <>
      <Section title="Status badges">
        <div className="mg-swatch-row">
          {TONES.map((tone) => (
            <StatusBadge key={tone} status={{ label: tone, tone }} />
          ))}
        </div>
      </Section>
      <Section title="Notices">
        <div className="mg-swatch-row">
          {TONES.map((tone) => (
            <Notice key={tone} tone={tone}>{`Something ${tone} to know.`}</Notice>
          ))}
          <Notice tone="waiting" action={<Button size="xs">Do something</Button>}>
            {LONG}
          </Notice>
        </div>
        <LoadProblem message="This could not be loaded." onRetry={() => setUnderWay(false)} />
      </Section>
      <Section title="Toasts and progress">
        <ProgressBar isActive={isUnderWay} />
        <div className="mg-swatch-row">
          {(['good', 'waiting', 'bad'] as const).map((tone) => (
            <Button key={tone} variant="default" onClick={() => toast(`A toast that is ${tone}`, tone)}>
              {`Toast: ${tone}`}
            </Button>
          ))}
          <Button variant="default" onClick={() => setUnderWay(!isUnderWay)}>
            {isUnderWay ? 'End progress' : 'Begin progress'}
          </Button>
        </div>
      </Section>
    </>
  );
}

/** What shows a value. */
export function Values() {
  const [now] = useState(() => Date.now());
  const [isRefused, setRefused] = useState(false);
  const at = (days: number): string => new Date(now + days * DAY_MS).toISOString();
  return (
    <>
      <Section title="Dates, amounts, names">
        <Facts
          facts={[
            ['Now', <DateText key="now" date={at(0)} />],
            ['Yesterday', <DateText key="yesterday" date={at(-1)} />],
            ['This week', <DateText key="week" date={at(-4)} />],
            ['This month', <DateText key="month" date={at(-20)} />],
            ['Long ago', <DateText key="long" date={at(-400)} />],
            ['No date', <DateText key="none" date="" />],
            ['To come', <UntilText key="until" date={at(3)} />],
            ['Dollars', <MoneyText key="usd" amount={1234.5} currencyCode="USD" />],
            ['Yen, below zero', <MoneyText key="jpy" amount={-1200} currencyCode="JPY" />],
            ['From right to left', isolated(ARABIC)],
            ['A long value', LONG],
          ]}
        />
      </Section>
      <Section title="Copy" action={<CopyButton text="R-ABCD1234" label="Copy the number" />}>
        <div className="mg-swatch-row">
          R-ABCD1234
          <Button variant="default" onClick={() => setRefused(true)}>
            As where the browser refuses
          </Button>
        </div>
        {isRefused ? <CopyByHand text="R-ABCD1234" onClose={() => setRefused(false)} /> : null}
      </Section>
    </>
  );
}
