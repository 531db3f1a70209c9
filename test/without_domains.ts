import { registerHooks } from 'node:module';

// tap follows every promise of a process, to tell which test an error that nothing catches belongs to: a tenth of the CPU
// of a run. Without that, such an error ends its process, whose files all fail with its stack.

const domain = 'data:text/javascript,export class Domain { destroy() {} }';

registerHooks({
  resolve: (name, context, next) =>
    name === 'async-hook-domain' ? { url: domain, format: 'module', shortCircuit: true } : next(name, context),
});
