import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { here } from './this_page.ts';
import { useSignIn } from './use_sign_in.ts';

/** Leads to the page of signing in when the service refuses the token, and forgets what it has shown. */
export function useLeaveWhenRefused(): void {
  const { reason } = useSignIn();
  const navigate = useNavigate();
  const queries = useQueryClient();
  useEffect(() => {
    if (reason?.kind !== 'token') return;
    navigate('/sign-in', { state: here() });
    queries.clear();
  }, [reason, navigate, queries]);
}
