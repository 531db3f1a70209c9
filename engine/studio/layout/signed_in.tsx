import { useQuery } from '@tanstack/react-query';
import { useAuthenticated } from 'ra-core';
import { type ReactNode, useMemo } from 'react';
import type { StudioModel } from '../../contract/studio/studio_model.ts';
import type { Api } from '../api/api.ts';
import { learnShapes } from '../api/resources.ts';
import { modelOf } from '../model/model.ts';
import { SessionContext } from '../model/use_model.ts';
import { Loading } from '../parts/loading.tsx';
import { Refusal } from '../parts/refusal.tsx';
import { EndNotice } from '../sign_in/end_notice.tsx';
import { useLeaveWhenRefused } from '../sign_in/use_leave.ts';
import { useSignIn } from '../sign_in/use_sign_in.ts';

/** Shows pages to somebody who has signed in, with the model that they may see. Others are led to sign in. */
export function SignedIn({ api, children }: { readonly api: Api; readonly children: ReactNode }) {
  const { isSuccess: isSignedIn } = useAuthenticated();
  useLeaveWhenRefused();
  const { credentials } = useSignIn();
  const { data, error, refetch } = useQuery({
    queryKey: ['model'],
    queryFn: async ({ signal }) => {
      const told = (await api.studio('/model', signal)) as StudioModel;
      learnShapes(told);
      return modelOf(told);
    },
    enabled: isSignedIn && credentials !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const session = useMemo(() => (data === undefined ? null : { api, model: data }), [api, data]);
  // What somebody has seen goes with them.
  if (credentials === null) return <Loading />;
  if (error !== null) return <Refusal error={error} retry={refetch} />;
  if (session === null) return <Loading />;
  return (
    <SessionContext.Provider value={session}>
      {children}
      <EndNotice />
    </SessionContext.Provider>
  );
}
