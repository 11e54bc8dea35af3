import type { WantedGoods } from './approval.ts';
import { LinePicture } from './line-picture.tsx';

/** What is to be sent, by picture, name and SKU. */
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
