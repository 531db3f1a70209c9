import type { ReactNode } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { clockOf, withClock } from '../time/clock.ts';

interface ClockLinkProps {
  /** The instant as recorded; null for now. */
  readonly asOf: string | null;
  /** Below /studio; this page without it. */
  readonly path?: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A link to what was recorded at an instant. */
export function ClockLink({ asOf, path, className, children }: ClockLinkProps) {
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const kept = path === undefined ? search : new URLSearchParams();
  const asked = withClock(kept, { validAt: clockOf(search).validAt, asOf }).toString();
  return (
    <Link
      to={{ pathname: path ?? pathname, search: asked === '' ? '' : `?${asked}` }}
      {...(className === undefined ? {} : { className })}
    >
      {children}
    </Link>
  );
}
