/** The keys that say for which roles a rule is. */
export const roleChoice = {
  roles: {
    type: 'array',
    items: { $ref: '#/$defs/name' },
    minItems: 1,
    uniqueItems: true,
    description: 'The rule is for callers with these roles only.',
  },
  except: {
    type: 'array',
    items: { $ref: '#/$defs/name' },
    minItems: 1,
    uniqueItems: true,
    description: 'The rule is for everybody but callers with these roles.',
  },
} as const;
