import railroad, { type Item } from 'railroad-diagrams';
import type { Form, Production } from '../../language/grammar/notation.ts';

/** A production as a railroad diagram: an SVG element, in which the names that `isLinked` knows lead to their productions. */
export function railroadDiagram({ name, form }: Production, isLinked: (name: string) => boolean): string {
  return String(railroad.Diagram(itemOf(form)))
    .replace('<svg ', `<svg role="group" aria-label="Railroad diagram of ${name}" `)
    .replace(nameInBox, (whole, box: string, text: string) => {
      const written = text.replaceAll('&#95;', '_');
      return isLinked(written) ? `<a href="#${productionAnchor(written)}">${box}${text}</text></a>` : whole;
    });
}

/** A name of its own, since a heading of the page may have the same words. */
export function productionAnchor(name: string): string {
  return `grammar-${name}`;
}

// The package has no links. The boxes of literals have round corners, and so an rx; those of names have none.
const nameInBox = /(<rect(?:(?! rx=)[^>])*><\/rect>\s*<text[^>]*>)([^<]*)<\/text>/g;

function itemOf(form: Form): Item {
  switch (form.kind) {
    case 'literal':
      return railroad.Terminal(form.text);
    case 'name':
      return railroad.NonTerminal(form.name);
    case 'sequence':
      return form.parts.length === 0 ? railroad.Skip() : railroad.Sequence(...form.parts.map(itemOf));
    case 'choice':
      return railroad.Choice(0, ...form.parts.map(itemOf));
    case 'option':
      return railroad.Optional(itemOf(form.part));
    case 'repetition':
      return railroad.ZeroOrMore(itemOf(form.part));
  }
}
