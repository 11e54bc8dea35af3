import { Button, Textarea, TextInput } from '@mantine/core';
import { z } from 'zod';
import { Benefit, MOST_BENEFITS } from '#core/protection/modal.ts';
import './return-locations.css';
import { fieldError, type GroupForm } from './settings-form.ts';

/** What the details of the widget list. */
export function BenefitsField({ form, name, label }: { form: GroupForm; name: string; label: string }) {
  const benefits = z.array(Benefit).safeParse(form.document[name]).data ?? [];
  const set = (next: readonly Benefit[]): void => form.change(name, next);
  const change = (index: number, part: Partial<Benefit>): void =>
    set(benefits.map((one, at) => (at === index ? { ...one, ...part } : one)));
  return (
    <fieldset className="mg-cover-prices">
      <legend>{label}</legend>
      {benefits.map((benefit, index) => (
        // Benefits have no name of their own.
        // oxlint-disable-next-line react/no-array-index-key
        <fieldset className="mg-template-field" key={index}>
          <TextInput
            label="Benefit"
            maxLength={128}
            dir="auto"
            value={benefit.title}
            onChange={(event) => change(index, { title: event.currentTarget.value })}
            {...fieldError(form, `${name}.${index}.title`)}
          />
          <Textarea
            label="Description of the benefit"
            autosize
            maxLength={500}
            dir="auto"
            value={benefit.description}
            onChange={(event) => change(index, { description: event.currentTarget.value })}
            {...fieldError(form, `${name}.${index}.description`)}
          />
          <div>
            <Button
              variant="default"
              size="xs"
              aria-label={`Remove benefit ${benefit.title}`}
              onClick={() => set(benefits.filter((_, at) => at !== index))}
            >
              Remove benefit
            </Button>
          </div>
        </fieldset>
      ))}
      <div>
        <Button
          variant="default"
          disabled={benefits.length >= MOST_BENEFITS}
          onClick={() => set([...benefits, { title: '', description: '' }])}
        >
          Add a benefit
        </Button>
      </div>
    </fieldset>
  );
}
