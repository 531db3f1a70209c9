import railroad, { type Item } from 'railroad-diagrams';
import type { Form, Production } from '../language/notation.ts';

/** A production as a railroad diagram: an SVG element whose names lead to the productions that `isLinked` knows. */
export function railroadDiagram({ name, form }: Production, isLinked: (name: string) => boolean): string {
  const svg = String(railroad.Diagram(itemOf(form, isLinked)));
  return svg
    .replace('<svg ', `<svg role="img" aria-label="Railroad diagram of ${name}" `)
    .replaceAll('xlink:href', 'href');
}

function itemOf(form: Form, isLinked: (name: string) => boolean): Item {
  const item = (part: Form) => itemOf(part, isLinked);
  switch (form.kind) {
    case 'literal':
      return railroad.Terminal(form.text);
    case 'name':
      return railroad.NonTerminal(form.name, isLinked(form.name) ? `#${productionAnchor(form.name)}` : undefined);
    case 'sequence':
      return form.parts.length === 0 ? railroad.Skip() : railroad.Sequence(...form.parts.map(item));
    case 'choice':
      return railroad.Choice(0, ...form.parts.map(item));
    case 'option':
      return railroad.Optional(item(form.part));
    case 'repetition':
      return railroad.ZeroOrMore(item(form.part));
  }
}

/** Apart from the headings of a page, which may be called the same. */
export function productionAnchor(name: string): string {
  return `grammar-${name}`;
}
