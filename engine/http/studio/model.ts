import { modelForStudio, studioCaller } from '../../contract/studio/model_for_caller.ts';
import { refuseParameters } from '../request/url.ts';
import { textByReach } from '../response/text_by_reach.ts';
import type { StudioAnswer, StudioContext } from './context.ts';

/** `GET /studio/model`: what the caller may see of the model. */
export function modelAnswer({ model, documentation }: StudioContext): StudioAnswer {
  const textOf = textByReach((caller) => JSON.stringify(modelForStudio(caller, model, documentation)));
  return (request) => {
    refuseParameters(request);
    const { caller } = request;
    return `{"caller":${JSON.stringify(studioCaller(caller))},${textOf(caller).slice(1)}`;
  };
}
