import { z } from 'zod';

/** What a file from another system can hold. */
export const ImportKind = z.enum(['serialNumbers', 'registrations', 'warrantyTerms']);
export type ImportKind = z.infer<typeof ImportKind>;

type Column = { name: string; about: string; isNeeded?: true };

/** The columns that name the product of a row; any one of them is enough. */
export const PRODUCT_COLUMNS = ['SKU', 'GTIN', 'Variant ID'] as const;
const PRODUCT: readonly Column[] = [
  { name: 'SKU', about: 'Or GTIN, or Variant ID: as your shop has it' },
  { name: 'GTIN', about: 'The barcode of the product' },
  { name: 'Variant ID', about: "The shop's own number of it" },
];

/** What each kind is called, and the columns of its file. */
export const IMPORT_KINDS: Readonly<Record<ImportKind, { title: string; about: string; columns: readonly Column[] }>> =
  {
    serialNumbers: {
      title: 'Known serial numbers',
      about: 'Owners of these products can then register only numbers that are on the list.',
      columns: [{ name: 'Serial number', about: 'One on each row', isNeeded: true }, ...PRODUCT],
    },
    registrations: {
      title: 'Registrations',
      about: 'Products that owners registered in another system. Nobody is emailed.',
      columns: [
        { name: 'Email', about: 'Of the owner', isNeeded: true },
        { name: 'Purchase date', about: 'Like 2026-11-14', isNeeded: true },
        ...PRODUCT,
        { name: 'Quantity', about: '1 where it is empty' },
        { name: 'Serial number', about: '' },
        { name: 'First name', about: '' },
        { name: 'Last name', about: '' },
        { name: 'Phone', about: '' },
        { name: 'Sales channel', about: 'Where it was bought' },
        { name: 'Order number', about: 'Ties it to an order of your store' },
        { name: 'Registered on', about: 'Today where it is empty' },
        { name: 'Address 1', about: 'Address 2, City, Province code, Zip and Country code go with it' },
        {
          name: 'Covered until',
          about: 'The end of its warranty, or “lifetime”. Your own terms hold where it is empty',
        },
        { name: 'Consent text', about: 'What the owner agreed to, word for word' },
        { name: 'Consent date', about: 'When. Consent is kept only with both' },
        { name: 'Consent language', about: '' },
        { name: 'Consent policy URL', about: '' },
      ],
    },
    warrantyTerms: {
      title: 'Warranty terms',
      about: 'How long single items are covered, such as a plan that was bought for them.',
      columns: [
        { name: 'Covered until', about: 'A day like 2031-11-14, or “lifetime”', isNeeded: true },
        ...PRODUCT,
        { name: 'Serial number', about: 'Of the item, registered or not' },
        { name: 'Registration', about: 'Its number, in place of a serial number' },
        { name: 'Order number', about: 'With Email, in place of a serial number' },
        { name: 'Email', about: 'Of the order' },
      ],
    },
  };
