import { Notice } from '../../../ui/notice.tsx';

/** Said above the settings, so that nobody takes them for more than they are. */
export const OrderEditingNotice = () => (
  <Notice tone="waiting">
    Shoppers can&apos;t edit orders yet. What you save here takes effect as soon as they can.
  </Notice>
);
