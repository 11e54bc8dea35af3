import { Button, Group, NativeSelect, Radio, Skeleton, Stack, Textarea } from '@mantine/core';
import { useDebouncedValue, useDocumentTitle } from '@mantine/hooks';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '#contract/client.ts';
import {
  freeSerials,
  makeRegistrationCodes,
  MOST_CODES,
  registrationCode,
} from '#contract/merchant/registration-codes.ts';
import type { CodeKind } from '#core/registrations/product-code.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Section } from '../../../ui/section.tsx';
import { TypedNumberInput } from '../../../ui/typed-number-input.tsx';
import { loadProblemText, problemText } from '../../problem-words.ts';
import { LinePicture } from '../claim/line-picture.tsx';
import { BackToRegistrations } from './back-to-registrations.tsx';
import { VariantFinder, type FoundVariant } from './variant-finder.tsx';
import '../claim/claim-detail.css';
import '../orders/orders.css';
import './codes-page.css';

const SETTLED_MS = 400;
const SHEET = MOST_CODES.toLocaleString('en-US');

const freeSerialsQuery = (storeId: number, variantIdFromPlatform: string, after: string) =>
  queryOptions({
    queryKey: ['free-serials', storeId, variantIdFromPlatform, after],
    queryFn: ({ signal }) =>
      call(freeSerials, { params: { storeId }, query: { variantIdFromPlatform, after } }, { signal }),
  });

/** Makes codes for products, boxes and leaflets: one, or a sheet of them. */
export function CodesPage() {
  const { storeId } = useParams({ from: '/$storeId/registrations/codes' });
  const [variant, setVariant] = useState<FoundVariant | null>(null);
  useDocumentTitle('QR codes · Registrations');
  return (
    <main className="mg-orders-page" id="content">
      <BackToRegistrations storeId={storeId} />
      <h1>QR codes</h1>
      <p className="mg-muted mg-p">
        Print a code on a product, box or leaflet. A phone that scans it opens the registration in your portal, with
        everything filled in that the code knows.
      </p>
      {variant === null ? (
        <Section title="Product">
          <VariantFinder storeId={storeId} onPick={setVariant} />
        </Section>
      ) : (
        <>
          <Section
            title="Product"
            action={
              <Button variant="default" size="compact-sm" onClick={() => setVariant(null)}>
                Change product
              </Button>
            }
          >
            <div className="mg-order-line">
              <LinePicture url={variant.imgUrl} />
              <bdi className="mg-order-line-name">{variant.title}</bdi>
            </div>
          </Section>
          <Codes key={variant.idFromPlatform} storeId={storeId} variant={variant} />
        </>
      )}
    </main>
  );
}

function Codes({ storeId, variant }: { storeId: number; variant: FoundVariant }) {
  const queryClient = useQueryClient();
  const [channel, setChannel] = useState('');
  const [kind, setKind] = useState<CodeKind>('link');
  const [typed, setTyped] = useState('');
  const [copies, setCopies] = useState(1);
  const serialNumbers = typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const [serialNumber] = useDebouncedValue(serialNumbers[0] ?? '', SETTLED_MS);
  const wanted = { variantIdFromPlatform: variant.idFromPlatform, registrationChannelName: channel, kind };
  const sample = useQuery({
    queryKey: ['registration-code', storeId, wanted, serialNumber],
    queryFn: ({ signal }) =>
      call(registrationCode, { params: { storeId }, query: { ...wanted, serialNumber } }, { signal }),
    retry: false,
  });
  // What the product can have is known from any code of it.
  const plain = useQuery({
    queryKey: ['registration-code', storeId, variant.idFromPlatform],
    queryFn: ({ signal }) =>
      call(
        registrationCode,
        { params: { storeId }, query: { variantIdFromPlatform: variant.idFromPlatform } },
        { signal },
      ),
  });
  const making = useMutation({
    mutationFn: (format: 'pdf' | 'csv') =>
      call(makeRegistrationCodes, { params: { storeId }, body: { ...wanted, serialNumbers, copies, format } }),
    onSuccess: ({ downloadUrl }) => {
      window.location.assign(downloadUrl);
    },
  });
  const count = serialNumbers.length > 0 ? serialNumbers.length : copies;
  const isWhole = Number.isInteger(count) && count >= 1 && count <= MOST_CODES;
  const known = useQuery(freeSerialsQuery(storeId, variant.idFromPlatform, ''));
  const filling = useMutation({
    mutationFn: (after: string) => queryClient.fetchQuery(freeSerialsQuery(storeId, variant.idFromPlatform, after)),
    onSuccess: ({ serialNumbers: next }) => setTyped(next.join('\n')),
  });
  // The last of a thousand that were filled in tells where the next begin.
  const isNext = filling.data?.hasMore === true && typed === filling.data.serialNumbers.join('\n');
  const gtin = plain.data?.gtin ?? null;
  return (
    <div className="mg-codes">
      <Section title="What the code says">
        <Stack gap="md">
          <Radio.Group label="Kind of link" value={kind} onChange={(value) => setKind(value as CodeKind)}>
            <Stack gap="xs" mt={6}>
              <Radio value="link" label="Link to your portal" />
              <Radio
                value="digitalLink"
                label="GS1 Digital Link"
                description={
                  gtin === null
                    ? 'Needs a valid barcode (GTIN) of this product in your shop.'
                    : `Other apps understand it too. GTIN ${gtin}`
                }
                disabled={gtin === null}
              />
            </Stack>
          </Radio.Group>
          <NativeSelect
            label="Sales channel"
            description="Owners aren't asked where they bought it."
            value={channel}
            data={[{ value: '', label: 'Let the owner choose' }, ...(plain.data?.channels ?? [])]}
            onChange={(event) => setChannel(event.currentTarget.value)}
          />
          <Textarea
            label="Serial numbers"
            description={`One on each line, at most ${MOST_CODES.toLocaleString('en-US')}. Each gets a code of its own. Leave it empty for codes without one.`}
            autosize
            minRows={3}
            maxRows={10}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          {known.data && known.data.serialNumbers.length > 0 ? (
            <Group gap="xs">
              <Button
                variant="default"
                size="xs"
                loading={filling.isPending}
                onClick={() => filling.mutate(isNext ? (filling.data?.serialNumbers.at(-1) ?? '') : '')}
              >
                {isNext ? `Use the next ${SHEET}` : 'Use imported serial numbers'}
              </Button>
              <span className="mg-muted">
                {known.data.hasMore
                  ? `Those that nobody has registered, ${SHEET} at a time.`
                  : `${known.data.serialNumbers.length.toLocaleString('en-US')} that nobody has registered.`}
              </span>
            </Group>
          ) : null}
          {filling.error ? <Notice tone="bad">{problemText(filling.error)}</Notice> : null}
          {serialNumbers.length === 0 ? (
            <TypedNumberInput
              label="How many"
              description="Copies of the same code on the sheet."
              min={1}
              max={MOST_CODES}
              value={copies}
              onChange={setCopies}
              w={160}
            />
          ) : null}
        </Stack>
      </Section>
      <Section title="Code">
        <Stack gap="md">
          {sample.error ? (
            <LoadProblem message={loadProblemText(sample.error)} onRetry={() => void sample.refetch()} />
          ) : sample.data ? (
            <>
              <img
                className="mg-code-picture"
                src={pictureOf(sample.data.svg)}
                alt={`QR code for ${variant.title}`}
                width={200}
                height={200}
              />
              <div className="mg-copyable">
                <a className="mg-code-url" href={sample.data.url} target="_blank" rel="noreferrer">
                  {sample.data.url}
                </a>
                <CopyButton text={sample.data.url} label="Copy link" />
              </div>
            </>
          ) : (
            <Skeleton height={200} width={200} />
          )}
          {making.error ? <Notice tone="bad">{problemText(making.error)}</Notice> : null}
          {isWhole ? null : (
            <Notice tone="bad">{`Make between 1 and ${MOST_CODES.toLocaleString('en-US')} codes at a time.`}</Notice>
          )}
          <Group gap="xs">
            <Button
              disabled={!isWhole || sample.isError}
              loading={making.isPending && making.variables === 'pdf'}
              onClick={() => making.mutate('pdf')}
            >
              {count === 1 || !isWhole ? 'Download PDF' : `Download ${count.toLocaleString('en-US')} as PDF`}
            </Button>
            <Button
              variant="default"
              disabled={!isWhole || sample.isError}
              loading={making.isPending && making.variables === 'csv'}
              onClick={() => making.mutate('csv')}
            >
              Download CSV
            </Button>
          </Group>
        </Stack>
      </Section>
    </div>
  );
}

const pictureOf = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`;
