import { useState } from 'react';
import { BarChart } from '../../../ui/bar-chart.tsx';
import { CarrierIcon } from '../../../ui/carrier-icon.tsx';
import { ColumnMenu } from '../../../ui/column-menu.tsx';
import { DateChoice } from '../../../ui/date-choice.tsx';
import { DayFields } from '../../../ui/day-fields.tsx';
import { FilterBar, type FilterField, type FilterValue } from '../../../ui/filter-bar.tsx';
import { MediaStrip } from '../../../ui/media-viewer.tsx';
import { MultiChoice } from '../../../ui/multi-choice.tsx';
import { NewerOlder, usePages } from '../../../ui/newer-older.tsx';
import { OptionPicker } from '../../../ui/option-picker.tsx';
import { Section } from '../../../ui/section.tsx';

const OPTIONS = Array.from({ length: 14 }, (_, index) => ({ value: `o${index}`, label: `Option ${index + 1}` }));
const FIELDS: readonly FilterField[] = [
  { id: 'some', label: 'Some', kind: 'multiselect', options: OPTIONS },
  { id: 'whether', label: 'Whether', kind: 'boolean' },
  { id: 'when', label: 'When', kind: 'date' },
];
const PICTURE = 'data:image/gif;base64,R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=';

/** What narrows a list. */
export function Finding() {
  const [values, setValues] = useState<Readonly<Record<string, FilterValue | undefined>>>({ some: ['o1', 'o2'] });
  const [chosen, setChosen] = useState<readonly string[]>(['o1', 'o2', 'o3', 'o4', 'o5', 'o6']);
  const [few, setFew] = useState<readonly string[]>([]);
  const [hidden, setHidden] = useState<string[]>([]);
  const pages = usePages();
  return (
    <>
      <Section
        title="Filters"
        action={
          <ColumnMenu
            columns={[
              { id: 'name', title: 'Name' },
              { id: 'count', title: 'Count' },
            ]}
            hidden={hidden}
            onChange={setHidden}
          />
        }
      >
        <FilterBar
          fields={FIELDS}
          values={values}
          onChange={(id, value) => setValues((before) => ({ ...before, [id]: value }))}
        />
      </Section>
      <Section title="Choices">
        <div className="mg-swatch-row">
          <MultiChoice label="Several" options={OPTIONS} chosen={chosen} onChange={setChosen} />
          <MultiChoice label="None of a few" options={OPTIONS.slice(0, 4)} chosen={few} onChange={setFew} />
          <DateChoice label="A date" chosen={undefined} onChange={() => undefined} />
          <DayFields start="2026-01-02" end="2026-01-31" onChange={() => undefined} />
        </div>
      </Section>
      <Section title="Pages">
        <NewerOlder pages={pages} next={pages.ids.length < 2 ? pages.ids.length + 1 : null} isBusy={false} />
      </Section>
    </>
  );
}

/** What draws. */
export function Drawing() {
  return (
    <>
      <Section title="Bar chart">
        <BarChart
          caption="Claims by week"
          unit="claims"
          bars={[
            {
              label: 'May 4',
              parts: [
                { name: 'Returns', value: 12 },
                { name: 'Warranty', value: 3 },
              ],
            },
            {
              label: 'May 11',
              parts: [
                { name: 'Returns', value: 0 },
                { name: 'Warranty', value: 0 },
              ],
            },
            {
              label: 'May 18',
              parts: [
                { name: 'Returns', value: 30 },
                { name: 'Warranty', value: 9 },
              ],
              isRunning: true,
            },
          ]}
        />
      </Section>
      <Section title="Bar chart of many parts and bars">
        <BarChart
          caption="Units by month"
          unit="From"
          bars={Array.from({ length: 24 }, (_, month) => ({
            label: `Month ${month + 1}`,
            parts: ['One', 'Two', 'Three', 'Four', 'Five'].map((name, part) => ({
              name,
              value: (month * 7 + part * 5) % 23,
              link: (number) => <a href="#content">{number}</a>,
            })),
          }))}
        />
      </Section>
      <Section title="Options of a product">
        <PickedOptions />
      </Section>
      <Section title="Carriers">
        <div className="mg-swatch-row">
          {['FedEx', 'USPS', 'UPS', 'DHLExpress', 'Someone'].map((carrier) => (
            <CarrierIcon key={carrier} carrier={carrier} />
          ))}
        </div>
      </Section>
      <Section title="Files">
        <MediaStrip
          media={[
            { id: '1', filename: 'photo.gif', contentType: 'image/gif', url: PICTURE, thumbnailUrl: null },
            { id: '2', filename: 'film.mp4', contentType: 'video/mp4', url: '', thumbnailUrl: null },
            { id: '3', filename: 'receipt.pdf', contentType: 'application/pdf', url: '', thumbnailUrl: null },
            { id: '4', filename: 'unknown.bin', contentType: 'application/octet-stream', url: '', thumbnailUrl: null },
          ]}
        />
      </Section>
    </>
  );
}

const option = (value: string) => ({
  value,
  isAvailable: true,
  whyNot: null,
  isCurrent: false,
  isSuggested: false,
  imgUrl: null,
});
const AXES = [
  { name: 'Color', isColor: true, values: [{ ...option('Navy'), isCurrent: true }, option('Sage'), option('Ivory')] },
  {
    name: 'Size',
    isColor: false,
    values: [
      { ...option('S'), isAvailable: false, whyNot: 'Sold out' },
      { ...option('M'), isCurrent: true },
      { ...option('L'), isSuggested: true },
    ],
  },
];

function PickedOptions() {
  const [choice, setChoice] = useState<Record<string, string>>({ Color: 'Navy' });
  return <OptionPicker axes={AXES} choice={choice} onPick={(name, value) => setChoice({ ...choice, [name]: value })} />;
}
