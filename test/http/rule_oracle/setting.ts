import { buildModel } from '../../../engine/feature/load.ts';
import type { PlainAccess } from './decisions.ts';
import { type Choice, chooseKinds, definitionOf, type Kind, type Kinds } from './kinds.ts';
import { chooseRule } from './rule_arbitrary.ts';
import { zone } from './values.ts';

/** One role, whose rules one caller is judged by. */
export interface Case {
  readonly role: string;
  readonly subject: Kind;
  readonly access: ReadonlyMap<string, PlainAccess>;
}

export interface Setting {
  readonly kinds: Kinds;
  readonly named: ReadonlyMap<string, string>;
  readonly cases: readonly Case[];
}

const everything: PlainAccess = {
  read: 'all',
  create: 'all',
  before: 'all',
  after: 'all',
  delete: 'all',
  ofThen: null,
  ofNow: null,
};

/** Rules that the check of definitions accepts; others are left out. */
export function chooseSetting(choice: Choice, roles: number): Setting {
  const kinds = chooseKinds(choice);
  const own = [...kinds.values()].filter(({ name }) => name !== 'identity');
  const named = new Map(own.map((kind) => [`of_${kind.name}`, chooseRule(kind, kinds, choice)]));
  const cases = Array.from({ length: roles }, (_, index): Case => {
    const subject = choice.of(own);
    const access = own.map((kind): [string, PlainAccess] => {
      const rule = () => chooseRule(kind, kinds, choice);
      if (kind !== subject && choice.in100(50)) return [kind.name, everything];
      const isPast = kind.hasHistory && choice.in100(40);
      const past = isPast ? { ofThen: choice.in100(60) ? rule() : null, ofNow: choice.in100(60) ? rule() : null } : {};
      const read = choice.in100(80) ? rule() : 'all';
      return [
        kind.name,
        {
          read,
          create: rule(),
          before: rule(),
          after: choice.in100(50) ? rule() : 'all',
          delete: rule(),
          ofThen: null,
          ofNow: null,
          ...past,
        },
      ];
    });
    return { role: `role_${index}`, subject, access: new Map([...access, ['identity', everything]]) };
  });
  return withoutFaults({ kinds, named, cases });
}

function withoutFaults(setting: Setting): Setting {
  const files = filesOf(setting);
  const loaded = buildModel(new Map(Object.entries(files).map(([file, text]) => [file, Buffer.from(text)])), '');
  if (loaded.ok) return setting;
  const faulty = new Set(
    loaded.faults.map(({ file, line }) => `${file} ${(files[file] ?? '').split('\n')[(line ?? 1) - 1]?.trim()}`),
  );
  const named = new Map(
    [...setting.named].filter(([name, rule]) => !faulty.has(`service.yaml ${namedText(name, rule)}`)),
  );
  const circles = new Set(
    loaded.faults.flatMap(({ message }) => /^(\w+) reads \w+ if it reads/.exec(message)?.[1] ?? []),
  );
  let left = setting.named.size - named.size;
  const cases = setting.cases.map((each) => ({
    ...each,
    access: new Map(
      [...each.access].map(([kind, access]) => {
        const rules = Object.entries(access).map(([name, rule]) => {
          if (rule === null || rule === 'all') return [name, rule];
          // A circle is told at the rule for reading, whichever rule closes it.
          const mayCircle = circles.has(each.role) && /visible|rule\./.test(rule);
          if (!mayCircle && !faulty.has(`${kind}.yaml ${ruleText(name, rule)}`)) return [name, rule];
          left += 1;
          return [name, 'all'];
        });
        return [kind, Object.fromEntries(rules) as PlainAccess];
      }),
    ),
  }));
  if (left === 0) throw new Error(`no rule to leave out: ${JSON.stringify(loaded.faults)}`);
  return withoutFaults({ ...setting, named, cases });
}

export function filesOf({ kinds, named, cases }: Setting): Readonly<Record<string, string>> {
  const rules = [...named].map(
    ([name, that]) => `  ${namedText(name, that)}
`,
  );
  return {
    'service.yaml': `service: Rules\nzone: ${zone.name}\nroles: [all, ${cases.map(({ role }) => role).join(', ')}]
claims: { others: { word: word, ref: ref } }\n${rules.length > 0 ? 'rules:\n' : ''}${rules.join('')}`,
    ...Object.fromEntries(
      [...kinds.values()].map((kind) => [
        `${kind.name}.yaml`,
        definitionOf(
          kind,
          cases.flatMap(({ role, access }) => [`  ${role}:`, ...accessLines(access.get(kind.name) ?? everything)]),
        ),
      ]),
    ),
  };
}

function namedText(name: string, that: string): string {
  return `${name}: { of: ${name.slice(3)}, that: ${JSON.stringify(that)} }`;
}

const written: Readonly<Record<string, string>> = { ofThen: 'then', ofNow: 'present' };

function ruleText(name: string, rule: string): string {
  return `${written[name] ?? name}: ${JSON.stringify(rule)}`;
}

function accessLines({ before, after, ofThen, ofNow, ...others }: PlainAccess): readonly string[] {
  const below = (key: string, rules: Readonly<Record<string, string | null>>) => {
    const lines = Object.entries(rules).flatMap(([name, rule]) =>
      rule === null ? [] : [`      ${ruleText(name, rule)}`],
    );
    return lines.length === 0 ? [] : [`    ${key}:`, ...lines];
  };
  return [
    ...Object.entries(others).map(([name, rule]) => `    ${ruleText(name, rule)}`),
    ...below('update', { before, after }),
    ...below('history', { ofThen, ofNow }),
  ];
}
