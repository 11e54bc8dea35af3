import { Button, NativeSelect, TagsInput, Textarea, TextInput } from '@mantine/core';
import { z } from 'zod';
import {
  CheckoutElement,
  ELEMENT_KINDS,
  ElementKind,
  INSERTION_STRATEGIES,
  InsertionStrategy,
  MOST_ELEMENTS,
  newElement,
} from '#core/protection/elements.ts';
import './cover.css';
import './return-locations.css';
import { fieldError, type GroupForm } from './settings-form.ts';

/** While it is edited it may be wrong, but it has its parts. */
const Edited = z.array(CheckoutElement.extend({ selectors: z.array(z.string()) }));

type FieldProps = { form: GroupForm; name: string; label: string };

/** What Checkout Plus puts into the pages of the shop. */
export function CheckoutElementsField({ form, name, label }: FieldProps) {
  const elements = Edited.safeParse(form.document[name]).data ?? [];
  const set = (next: readonly CheckoutElement[]): void => form.change(name, next);
  const change = (index: number, part: Partial<CheckoutElement>): void =>
    set(elements.map((one, at) => (at === index ? { ...one, ...part } : one)));
  const error = form.errors[name];
  return (
    <fieldset className="mg-cover-prices">
      <legend>{label}</legend>
      {elements.map((element, index) => (
        // Elements have no name of their own.
        // oxlint-disable-next-line react/no-array-index-key
        <fieldset className="mg-template-field" key={index}>
          <NativeSelect
            label="Type"
            data={Object.entries(ELEMENT_KINDS).map(([value, kind]) => ({ value, label: kind.label }))}
            value={element.kind}
            onChange={(event) => {
              const kind = ElementKind.parse(event.currentTarget.value);
              const isUsual = element.title === ELEMENT_KINDS[element.kind].title;
              change(index, { kind, ...(isUsual ? { title: ELEMENT_KINDS[kind].title } : {}) });
            }}
          />
          {form.isProvider ? (
            <TextInput
              label="Title"
              maxLength={128}
              dir="auto"
              value={element.title}
              onChange={(event) => change(index, { title: event.currentTarget.value })}
              {...fieldError(form, `${name}.${index}.title`)}
            />
          ) : null}
          <Textarea
            label="Description (optional)"
            autosize
            maxLength={500}
            dir="auto"
            value={element.description}
            onChange={(event) => change(index, { description: event.currentTarget.value })}
            {...fieldError(form, `${name}.${index}.description`)}
          />
          <TagsInput
            label="Selectors"
            placeholder="Type one and press Enter"
            splitChars={[]}
            value={element.selectors}
            onChange={(selectors) => change(index, { selectors })}
            {...fieldError(form, `${name}.${index}.selectors`)}
          />
          <NativeSelect
            label="Insert strategy"
            data={Object.entries(INSERTION_STRATEGIES).map(([value, words]) => ({ value, label: words }))}
            value={element.insertionStrategy}
            onChange={(event) =>
              change(index, { insertionStrategy: InsertionStrategy.parse(event.currentTarget.value) })
            }
          />
          <TextInput
            label="Image URL (optional)"
            placeholder="https://"
            maxLength={2000}
            value={element.imgUrl}
            onChange={(event) => change(index, { imgUrl: event.currentTarget.value })}
            {...fieldError(form, `${name}.${index}.imgUrl`)}
          />
          <Textarea
            label="Image HTML (optional)"
            description="A drawing or a picture. Everything that could run is left out."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            autosize
            maxLength={5000}
            value={element.imgHtmlContent}
            onChange={(event) => change(index, { imgHtmlContent: event.currentTarget.value })}
          />
          <Textarea
            label="Custom CSS (optional)"
            autosize
            maxLength={5000}
            value={element.customCss}
            onChange={(event) => change(index, { customCss: event.currentTarget.value })}
            {...fieldError(form, `${name}.${index}.customCss`)}
          />
          <div>
            <Button
              variant="default"
              size="xs"
              aria-label={`Remove element ${index + 1}`}
              onClick={() => set(elements.filter((_, at) => at !== index))}
            >
              Remove element
            </Button>
          </div>
        </fieldset>
      ))}
      {error ? (
        <p className="mg-field-error" role="alert">
          {error}
        </p>
      ) : null}
      <div>
        <Button
          variant="default"
          disabled={elements.length >= MOST_ELEMENTS}
          onClick={() => set([...elements, newElement('checkoutInfo')])}
        >
          Add an element
        </Button>
      </div>
    </fieldset>
  );
}
