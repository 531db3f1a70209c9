import type { Sampler } from '@opentelemetry/sdk-trace';
import { CommandError } from '../option/settings.ts';

type Sdk = typeof import('@opentelemetry/sdk-trace');

type Environment = Readonly<Record<string, string | undefined>>;

/** Whether the environment turns traces on, by the variables of the OpenTelemetry specification. */
export function isTraced(environment: Environment): boolean {
  const { OTEL_SDK_DISABLED: disabled, OTEL_TRACES_EXPORTER: exporter } = environment;
  if (disabled?.toLowerCase() === 'true' || exporter === 'none') return false;
  return [exporter, environment.OTEL_EXPORTER_OTLP_ENDPOINT, environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT].some(
    Boolean,
  );
}

/**
 * Sends the spans of this process to the address in the environment (OTLP over HTTP). Without an address, no package
 * for traces is loaded. Returns a function that sends the last spans and ends, and says so where they cannot be sent.
 */
export async function startTracing(environment: Environment): Promise<() => Promise<void>> {
  if (!isTraced(environment)) return async () => {};
  const [api, contexts, core, exporters, resources, sdk] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/core'),
    import('@opentelemetry/exporter-trace-otlp-proto'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace'),
  ]);
  const own = resources.resourceFromAttributes({ 'service.name': 'almanac' });
  const provider = new sdk.TracerProvider({
    resource: own.merge(resources.detectResources({ detectors: [resources.envDetector] })),
    sampler: samplerOf(environment, sdk),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new exporters.OTLPTraceExporter() })],
  });
  api.trace.setGlobalTracerProvider(provider);
  api.context.setGlobalContextManager(new contexts.AsyncLocalStorageContextManager().enable());
  api.propagation.setGlobalPropagator(new core.W3CTraceContextPropagator());
  return () =>
    provider.shutdown().catch((error: unknown) => {
      console.error(`almanac: the last spans were not sent: ${(error as Error).message}`);
    });
}

/**
 * Reads OTEL_TRACES_SAMPLER: which traces are kept. After parentbased_, a trace that began elsewhere follows its
 * parent.
 */
function samplerOf({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: ratio }: Environment, sdk: Sdk): Sampler {
  const [, isOfParent, kind] = /^(parentbased_)?(always_on|always_off|traceidratio)$/.exec(name ?? byItself) ?? [];
  if (kind === undefined)
    throw new CommandError(
      `OTEL_TRACES_SAMPLER is ${name}; expected always_on, always_off or traceidratio, also after parentbased_`,
    );
  const root =
    kind === 'traceidratio'
      ? new sdk.TraceIdRatioBasedSampler(readRatio(ratio))
      : kind === 'always_on'
        ? new sdk.AlwaysOnSampler()
        : new sdk.AlwaysOffSampler();
  return isOfParent === undefined ? root : new sdk.ParentBasedSampler({ root });
}

const byItself = 'parentbased_always_on';

function readRatio(text = '1'): number {
  const ratio = Number(text);
  if (text !== '' && ratio >= 0 && ratio <= 1) return ratio;
  throw new CommandError(`OTEL_TRACES_SAMPLER_ARG is ${text}; expected a number from 0 to 1`);
}
