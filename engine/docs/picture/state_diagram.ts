import { type Graph, graphAttributes } from './graphviz.ts';

/**
 * The values of a field and the steps between them. It begins with the value of new rows. A value that no step leaves
 * has a double line.
 */
export function stateDiagram(
  name: string,
  values: readonly string[],
  transitions: ReadonlyMap<string, readonly string[]>,
  initial: string | null,
): Graph {
  const nodes = values.map((value) => {
    const isLast = (transitions.get(value) ?? []).length === 0;
    return `"${value}" [shape=box, style=rounded, margin="0.15,0.08", peripheries=${isLast ? 2 : 1}];`;
  });
  const begin = initial === null ? '' : `" " [shape=point, width=0.12]; " " -> "${initial}";`;
  const steps = values.flatMap((value) => (transitions.get(value) ?? []).map((next) => `"${value}" -> "${next}";`));
  return {
    label: `Steps between the values of ${name}; the list below says the same in words`,
    dot: `digraph { ${graphAttributes} rankdir=LR; nodesep=0.3; ranksep=0.5; ${begin} ${nodes.join(' ')} ${steps.join(' ')} }`,
  };
}
