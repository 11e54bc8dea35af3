import type { WantedGoods } from './approval.ts';
import { LinePicture } from './line-picture.tsx';

/** The new items with picture, name and SKU. */
export function ChosenGoods({ item }: { item: WantedGoods }) {
  return (
    <>
      <LinePicture url={item.imgUrl} size={40} />
      <span className="mg-variant-name">
        <bdi>{item.title}</bdi>
        {item.sku ? <span className="mg-muted">{item.sku}</span> : null}
      </span>
    </>
  );
}
