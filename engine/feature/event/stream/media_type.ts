/** Of the stream of events (WHATWG HTML, 9.2 server-sent events). */
export const eventStream = 'text/event-stream';
