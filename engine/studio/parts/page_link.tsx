import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { clockOf, withClock } from '../time/clock.ts';

interface PageLinkProps {
  /** Below /studio. */
  readonly path: string;
  /** What follows the path, apart from the clock. */
  readonly query?: URLSearchParams;
  readonly isCurrent?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A link to another page, which shows its data for the same instants as this one. */
export function PageLink({ path, query, isCurrent = false, className, children }: PageLinkProps) {
  const [search] = useSearchParams();
  const asked = withClock(query ?? new URLSearchParams(), clockOf(search)).toString();
  return (
    <Link
      to={{ pathname: path, search: asked === '' ? '' : `?${asked}` }}
      {...(className === undefined ? {} : { className })}
      {...(isCurrent ? { 'aria-current': 'page' as const } : {})}
    >
      {children}
    </Link>
  );
}
