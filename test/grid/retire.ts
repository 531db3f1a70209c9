interface Retire {
  readonly input: { readonly reason: string };
  readonly row: { readonly id: string };
  readonly service: {
    update(
      resource: 'device',
      id: string,
      body: { readonly status: string; readonly note: string },
    ): Promise<{ readonly row: { readonly status: string; readonly note: string } | null }>;
  };
}

export default async function retire({ input, row, service }: Retire) {
  const { row: retired } = await service.update('device', row.id, { status: 'retired', note: input.reason });
  return { is_retired: retired?.status === 'retired', note: retired?.note ?? '' };
}
