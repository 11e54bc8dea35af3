import { Link } from 'wouter';
import { messageOf } from '../api.ts';
import { Button, buttonClass } from './button.tsx';
import styles from './failure.module.css';
import { Heading } from './heading.tsx';
import { Notice } from './notice.tsx';

/** A screen that could not be loaded, with a way on. */
export function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className={styles.failure}>
      <Heading title="This page didn't load">This page didn't load</Heading>
      <Notice tone="bad">
        <p>{messageOf(error)}</p>
      </Notice>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}

/** A page that is not there, or not this shopper's: the same words for both. */
export function NotFound({ slug, what }: { slug: string; what: string }) {
  return (
    <div className={styles.failure}>
      <Heading title={`${what} not found`}>We can't find this {what.toLowerCase()}</Heading>
      <p>Look it up with your order number, and the email address or postal code you ordered with.</p>
      <Link href={`/p/${encodeURIComponent(slug)}`} className={buttonClass('primary')}>
        Look up my order
      </Link>
    </div>
  );
}
