/** Turns a graph in the DOT language into an SVG element, whose colours are those of the style sheet. */
export type Draw = (graph: Graph) => string;

export interface Graph {
  /** What a reader who does not see the picture is told of it. */
  readonly label: string;
  readonly dot: string;
}

/** Loads Graphviz, which takes a moment. */
export async function openGraphviz(): Promise<Draw> {
  const { instance } = await import('@viz-js/viz');
  const graphviz = await instance();
  return ({ label, dot }) => pageSvg(graphviz.renderString(dot, { format: 'svg', engine: 'dot' }), label);
}

/** Fills that the style sheet knows: that of a heading, and that of a box. */
export const [headingFill, boxFill] = ['#eeeeee', '#fefefe'];

/** What all graphs have: letters as wide as those that the page shows, no ground of their own. */
export const graphAttributes =
  'bgcolor="transparent"; fontname="Courier"; node [fontname="Courier", fontsize=12]; edge [fontname="Courier", fontsize=11, arrowsize=0.8];';

/** The SVG as part of a page: no prolog, no names that only Graphviz knows, no style of its own. */
function pageSvg(svg: string, label: string): string {
  return svg
    .slice(svg.indexOf('<svg'))
    .replace(/<!--[\s\S]*?-->\n?/g, '')
    .replace(/<title>[^<]*<\/title>\n?/g, '')
    .replace(/ (?:font-family|id|xlink:title|xmlns:xlink)="[^"]*"/g, '')
    .replaceAll('xlink:href=', 'href=')
    .replace(
      /<svg width="(\d+)pt" height="(\d+)pt"/,
      `<svg class="graph" role="group" aria-label="${label}" width="$1" height="$2"`,
    )
    .trim();
}
