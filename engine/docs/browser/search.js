// The search of the documentation: a classic script, so that it also runs on pages that are opened as files.
// Without it the pages are whole; the button that opens it is hidden until it runs.
(() => {
  const base = new URL('.', document.currentScript.src);
  const mostOfPage = 3;
  const mostResults = 24;
  const excerptLength = 170;

  const button = document.querySelector('button.search');
  const dialog = document.createElement('dialog');
  const field = document.createElement('input');
  const status = document.createElement('p');
  const results = document.createElement('ol');
  let index = null;

  build();
  button.hidden = false;
  button.addEventListener('click', open);
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target.closest?.('input, textarea, select, [contenteditable]');
    const isShortcut = event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!isShortcut || dialog.open) return;
    event.preventDefault();
    open();
  });

  function build() {
    dialog.className = 'search';
    dialog.setAttribute('aria-label', 'Search');
    field.type = 'search';
    field.placeholder = 'Search all pages';
    field.autocomplete = 'off';
    field.spellcheck = false;
    field.setAttribute('aria-label', 'Search all pages');
    status.setAttribute('role', 'status');
    const close = document.createElement('button');
    close.type = 'button';
    close.textContent = 'Close';
    close.addEventListener('click', () => dialog.close());
    const top = document.createElement('div');
    top.append(field, close);
    dialog.append(top, status, results);
    document.body.append(dialog);
    field.addEventListener('input', show);
    dialog.addEventListener('keydown', move);
    dialog.addEventListener('click', (event) => {
      // A press beside the dialog, or a result on the page that is open already.
      if (event.target === dialog || event.target.closest('a')) dialog.close();
    });
  }

  function open() {
    dialog.showModal();
    field.select();
    if (index === null) load();
  }

  /** The index is large, and most readers do not search: it comes when it is first needed. */
  function load() {
    index = false;
    status.textContent = 'Loading ...';
    addScript('minisearch.js', () =>
      addScript('search_index.js', () => {
        const { options, json } = window.almanacSearch;
        index = window.MiniSearch.loadJS(json, options);
        show();
      }),
    );
  }

  function addScript(name, loaded) {
    const script = document.createElement('script');
    script.src = new URL(name, base).href;
    script.addEventListener('load', loaded);
    script.addEventListener('error', () => {
      index = null;
      status.textContent = 'The index cannot be loaded. Open the search again to retry.';
    });
    document.head.append(script);
  }

  function show() {
    if (!index) return;
    const found = field.value.trim() === '' ? [] : find(field.value);
    results.replaceChildren(...found.map(item));
    results.scrollTop = 0;
    if (field.value.trim() === '') status.textContent = 'Type a word: a field, an error code, a key, a task.';
    else if (found.length === 0) status.textContent = 'Nothing found.';
    else status.textContent = found.length === 1 ? '1 result' : `${found.length} results`;
  }

  /** A few results of each page: many resources have the same fields. */
  function find(text) {
    const counts = new Map();
    return index
      .search(text, {
        tokenize: (words) => words.split(/[^\p{L}\p{N}_]+/u).filter((word) => word !== ''),
        prefix: true,
        fuzzy: (word) => (word.length > 4 ? 0.2 : 0),
        boost: { heading: 5, page: 2 },
        weights: { fuzzy: 0.1, prefix: 0.5 },
        boostDocument: (_id, _term, { isGuide }) => (isGuide ? 1.5 : 1),
        combineWith: 'AND',
      })
      .filter(({ page }) => {
        const count = (counts.get(page) ?? 0) + 1;
        counts.set(page, count);
        return count <= mostOfPage;
      })
      .slice(0, mostResults);
  }

  function item({ page, heading, address, text, terms }) {
    const pattern = new RegExp(`(${terms.map((term) => term.replace(/[^\p{L}\p{N}_]/gu, '\\$&')).join('|')})`, 'giu');
    const link = document.createElement('a');
    link.href = new URL(address, base).href;
    link.append(line('span', heading || page, pattern));
    const element = document.createElement('li');
    element.append(link);
    if (heading !== '') element.append(' ', line('small', page));
    element.append(line('p', excerpt(text, pattern), pattern));
    return element;
  }

  function line(name, text, pattern) {
    const element = document.createElement(name);
    const parts = pattern === undefined ? [text] : text.split(pattern);
    for (const [at, part] of parts.entries()) {
      const piece = at % 2 === 0 ? part : document.createElement('mark');
      if (at % 2 === 1) piece.textContent = part;
      element.append(piece);
    }
    return element;
  }

  /** The words around the first that was searched for. */
  function excerpt(text, pattern) {
    const at = Math.max(0, text.search(pattern));
    const begin = at < 60 ? 0 : text.indexOf(' ', at - 50) + 1;
    const end = text.length <= begin + excerptLength ? text.length : text.lastIndexOf(' ', begin + excerptLength);
    return `${begin > 0 ? '... ' : ''}${text.slice(begin, end)}${end < text.length ? ' ...' : ''}`;
  }

  /** Arrows go through the results, Enter in the field takes the first. */
  function move(event) {
    // In a field with text, browsers only clear it.
    if (event.key === 'Escape') dialog.close();
    const links = [...results.querySelectorAll('a')];
    const at = links.indexOf(document.activeElement);
    if (event.key === 'Enter' && document.activeElement === field) links[0]?.click();
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    const next = event.key === 'ArrowDown' ? at + 1 : at - 1;
    (next < 0 ? field : (links[next] ?? links.at(-1)))?.focus();
  }
})();
