import { authorise, type Refusal, type Touched } from '../../access/authorise.ts';
import type { Principal } from '../../access/principal.ts';
import type { Restrictions } from '../../access/restriction.ts';
import { Problem } from '../../contract/problem.ts';
import type { Model } from '../../model/model.ts';
import type { Action } from '../../vocabulary/action/actions.ts';

/** @throws Problem when a principal may not take an action on what a request touches. */
export function permit(principal: Principal, action: Action, touched: Touched, model: Model): Restrictions {
  const answer = authorise(principal, action, touched, model);
  if (!answer.ok) throw refusalProblem(answer.refusal, principal);
  return answer.restrictions;
}

/** A refusal as the answer to a request. */
export function refusalProblem(refusal: Refusal, { role }: Pick<Principal, 'role'>): Problem {
  switch (refusal.check) {
    case 'scope': {
      const { scope, need } = refusal;
      const why = need === null ? '' : `, which ${need} needs`;
      return new Problem('insufficient_scope', `the token lacks the scope ${scope}${why}`, {
        headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
      });
    }
    case 'role': {
      const which = refusal.action === 'read' ? '' : 'this ';
      return new Problem('forbidden', `${callerWith(role)} may not ${refusal.action} ${which}${refusal.resource}`);
    }
    case 'call': {
      const { resource, call } = refusal;
      return new Problem('forbidden', `${callerWith(role)} may not call ${call} of ${resource}`);
    }
    case 'required fields': {
      const { resource, fields } = refusal;
      const which = fields.length === 0 ? 'a field that is required' : `${fields.join(', ')}, which a create needs`;
      return new Problem('forbidden', `${callerWith(role)} may not write ${which}, so it cannot create ${resource}`);
    }
    case 'fields': {
      const detail = `${callerWith(role)} may not write ${refusal.fields.join(', ')}`;
      const errors = refusal.fields.map((name) => ({ pointer: `/${name}`, detail }));
      return new Problem('forbidden_field', detail, { errors });
    }
  }
}

function callerWith(role: string | null): string {
  return role === null ? 'a token without a role that the service knows' : `the role ${role}`;
}
