import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import './detail-page.css';

export type DetailPageProps = {
  /** Name of the thing, for the tab of the browser. */
  name: string;
  title: ReactNode;
  subtitle: ReactNode;
  back: ReactNode;
  actions: ReactNode;
  main: ReactNode;
  side: ReactNode;
};

/** The one layout of every detail: header with status and actions, main column, side column that drops below. */
export function DetailPage(props: DetailPageProps) {
  useDocumentTitle(props.name);
  return (
    <main className="mg-detail" id="content">
      {props.back}
      <header className="mg-detail-head">
        <div className="mg-detail-titles">
          <h1>{props.title}</h1>
          <div className="mg-detail-subtitle">{props.subtitle}</div>
        </div>
        <div className="mg-detail-actions">{props.actions}</div>
      </header>
      <div className="mg-detail-body">
        <div>{props.main}</div>
        <aside className="mg-detail-side" aria-label="Details">
          {props.side}
        </aside>
      </div>
    </main>
  );
}

/** The same page before its data, in the same sizes. */
export function DetailSkeleton({ back }: { back: ReactNode }) {
  const block = (height: number) => <Skeleton height={height} radius="sm" />;
  return (
    <DetailPage
      name="Loading"
      back={back}
      title={
        <>
          <VisuallyHidden>Loading</VisuallyHidden>
          <Skeleton height={28} width={160} component="span" />
        </>
      }
      subtitle={<Skeleton height={20} width={220} />}
      actions={<Skeleton height={36} width={220} />}
      main={
        <Stack gap="xl">
          {block(96)}
          {block(200)}
          {block(160)}
        </Stack>
      }
      side={
        <Stack gap="xl">
          {block(128)}
          {block(128)}
          {block(96)}
        </Stack>
      }
    />
  );
}
