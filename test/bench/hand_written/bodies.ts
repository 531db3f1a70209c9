/** The JSON Schemas of bodies: objects without other members. */
const object = (properties: Readonly<Record<string, object>>) => ({
  type: 'object',
  additionalProperties: false,
  properties,
  required: Object.keys(properties),
});

const name = { type: 'string', minLength: 1, maxLength: 512 };

export const unitBody = object({
  name,
  regulation_direction: { enum: ['up', 'down', 'both'] },
  maximum_active_power: { type: 'number', minimum: 0 },
  accounting_point_id: { type: 'integer' },
});

export const nameBody = object({ name });

export const entryBody = object({
  controllable_unit_id: { type: 'integer' },
  service_provider_id: { type: 'integer' },
  valid_from: { type: 'string', format: 'date-time' },
});

export const notificationBody = object({ acknowledged: { type: 'boolean' } });

export const lookupBody = object({ business_id: { type: 'string' } });

const most = { type: 'array', maxItems: 10_000 };

export const unitsBody = { ...most, items: unitBody };

export const pointsBody = {
  ...most,
  items: object({
    business_id: { type: 'string', pattern: '^[0-9]{18}$' },
    metering_grid_area_id: { type: 'integer' },
    bidding_zone_id: { type: 'integer' },
    system_operator_id: { type: 'integer' },
    street_address: { type: 'string', maxLength: 256 },
    postal_code: { type: 'string', pattern: '^[0-9]{4}$' },
    city: { type: 'string', maxLength: 64 },
  }),
};

export const batchBody = object({
  requests: {
    type: 'array',
    maxItems: 100,
    items: object({
      id: { type: 'string', maxLength: 64 },
      method: { const: 'PATCH' },
      url: { type: 'string', pattern: '^controllable_unit/[0-9]+$' },
      body: nameBody,
    }),
  },
});
