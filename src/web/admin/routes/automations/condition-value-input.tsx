import { MultiSelect, NativeSelect, Skeleton, Stack, TagsInput, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Condition } from '#core/automations/condition.ts';
import { factOf, isPlatformThing, type Fact, type FactName } from '#core/automations/facts.ts';
import { countriesByName } from '#core/countries.ts';
import { AmountInput } from '../../../ui/amount-input.tsx';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { TypedNumberInput } from '../../../ui/typed-number-input.tsx';
import { countryName } from '../../country-name.ts';
import { loadProblemText } from '../../problem-words.ts';
import { PlatformSilent } from './platform-silent.tsx';
import { factValuesQuery } from './rule-queries.ts';
import { thingsNamed, type StoreThings, type Thing } from './store-things.ts';
import { useValueChips } from './value-chips.tsx';

type ValueProps = {
  storeId: number;
  fact: FactName;
  /** Which custom field, where the fact is about one. */
  customFieldId: number | undefined;
  value: Condition['value'];
  isLocked: boolean;
  /** What the field is called, where it holds what a fact is rather than what it is compared with. */
  label?: string;
  things: StoreThings;
  error: string | undefined;
  onChange: (value: Condition['value']) => void;
};
type Common = { label: string; disabled: boolean; error?: string };

/** The value a condition compares with, as its fact is typed (R3.15, R3.17). */
export function ConditionValueInput(props: ValueProps) {
  const { fact, value, isLocked, label = 'Value', things, error, onChange } = props;
  const its = factOf(fact);
  const common: Common = { label, disabled: isLocked, ...(error === undefined ? {} : { error }) };
  switch (its.type) {
    case 'boolean':
      return (
        <NativeSelect
          {...common}
          data={[
            { value: 'true', label: 'Yes' },
            { value: 'false', label: 'No' },
          ]}
          value={String(value)}
          onChange={(event) => onChange(event.currentTarget.value === 'true')}
        />
      );
    case 'number': {
      const number = typeof value === 'number' ? value : Number.NaN;
      if (its.isMoney)
        return (
          <AmountInput
            {...common}
            currencyCode={things.currencyCode}
            value={Number.isNaN(number) ? null : number}
            onChange={(typed) => onChange(typed ?? Number.NaN)}
          />
        );
      return (
        <TypedNumberInput
          {...common}
          {...(its.hasDecimals ? { suffix: ' %', decimalScale: 2 } : { allowDecimal: false })}
          value={number}
          onChange={onChange}
        />
      );
    }
    case 'date':
      return (
        <TextInput
          {...common}
          type="date"
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'strings':
    case 'numbers':
      return <ListInput {...props} its={its} common={common} />;
  }
}

type ListProps = ValueProps & { its: Fact; common: Common };

function ListInput({ storeId, fact, customFieldId, its, value, label, things, common, onChange }: ListProps) {
  const chosen = typeof value === 'object' ? value.map(String) : [];
  const options = useOptions(its, things);
  // A condition compares with several values, a fact may have only one.
  const isOne = label !== undefined && its.isSingle === true;
  return options === null ? (
    <TypedValues key={customFieldId} {...{ storeId, fact, customFieldId, common, chosen, isOne, onChange }} />
  ) : (
    <Stack gap="xs">
      <ListedValues
        {...{ options, common, chosen, isOne }}
        onChange={(next) => onChange(its.type === 'numbers' ? next.map(Number) : next)}
      />
      {isAtPlatform(its) ? <PlatformSilent storeId={storeId} fact={fact} /> : null}
    </Stack>
  );
}

const isAtPlatform = ({ options }: Fact): boolean => options?.kind === 'named' && isPlatformThing(options.of);

type ListedProps = {
  options: readonly Thing[];
  common: Common;
  chosen: readonly string[];
  isOne: boolean;
  onChange: (chosen: string[]) => void;
};

function ListedValues({ options, common, chosen, isOne, onChange }: ListedProps) {
  // What is gone, or written in another case, can still be taken away.
  const unknown = chosen.filter((one) => !options.some((option) => option.value === one));
  const chips = useValueChips(chosen);
  return (
    <MultiSelect
      {...common}
      {...chips}
      {...(isOne ? { maxValues: 1 } : {})}
      searchable
      clearable={!common.disabled}
      clearButtonProps={{ 'aria-label': 'Clear values' }}
      nothingFoundMessage="Nothing found"
      data={[...offeredOf(options, chosen), ...unknown.map((one) => ({ value: one, label: one }))]}
      value={[...chosen]}
      onChange={onChange}
    />
  );
}

/** What is offered no more can still be read, and taken away. */
const offeredOf = (options: readonly Thing[], chosen: readonly string[]): { value: string; label: string }[] =>
  options.flatMap(({ value, label, isRetired = false }) => {
    if (!isRetired) return { value, label };
    return chosen.includes(value) ? { value, label: `${label} (deleted)` } : [];
  });

/** What can be chosen from; null where anything can be typed. */
function useOptions({ options }: Fact, things: StoreThings): readonly Thing[] | null {
  return useMemo(() => {
    if (options?.kind === 'definite') return options.options;
    if (options?.kind === 'countries')
      return countriesByName(countryName).map(({ code, name }) => ({ value: code, label: name }));
    return options?.kind === 'named' ? thingsNamed(things, options.of) : null;
  }, [options, things]);
}

type TypedProps = Pick<ValueProps, 'storeId' | 'fact' | 'customFieldId' | 'onChange'> & {
  common: Common;
  chosen: string[];
  isOne: boolean;
};

const SEARCH_DELAY_MS = 300;

/**
 * Values that were seen in the store's own data, searched at the server, or any other that is typed; of a custom field
 * with options, those alone.
 */
function TypedValues({ storeId, fact, customFieldId, common, chosen, isOne, onChange }: TypedProps) {
  const [typed, setTyped] = useState('');
  const [searched] = useDebouncedValue(typed.trim(), SEARCH_DELAY_MS);
  const { data, error, isPending, refetch } = useQuery(factValuesQuery(storeId, { fact, customFieldId }, searched));
  const chips = useValueChips(chosen);
  if (isPending && searched === '') return <ValueSkeleton />;
  if (data?.isOpen === false) return <ListedValues {...{ options: data.options, common, chosen, isOne, onChange }} />;
  const labels = new Map(data?.options.map((one) => [one.value, one.label]));
  return (
    <div>
      <TagsInput
        {...common}
        {...chips}
        {...(isOne ? { maxTags: 1 } : {})}
        {...(chosen.length === 0 ? { placeholder: 'Search or type' } : {})}
        // A type or a collection may have a comma in its name.
        splitChars={[]}
        data={data?.options.map((one) => one.value) ?? []}
        renderOption={({ option }) => labels.get(option.value) ?? option.value}
        // The server has searched.
        filter={({ options }) => options}
        searchValue={typed}
        onSearchChange={setTyped}
        maxLength={200}
        acceptValueOnBlur
        clearable={!common.disabled}
        clearButtonProps={{ 'aria-label': 'Clear values' }}
        value={chosen}
        onChange={onChange}
      />
      {error ? <LoadProblem message={loadProblemText(error)} onRetry={() => void refetch()} /> : null}
    </div>
  );
}

const ValueSkeleton = () => (
  <div aria-busy>
    <Skeleton height={20} width={48} mb={4} />
    <Skeleton height={36} />
  </div>
);
