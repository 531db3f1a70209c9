/** Functions of PostgreSQL that have a result for all values. */
export const sureFunctions = words(
  'count sum avg min max bool_and bool_or every string_agg json_agg jsonb_agg row_number rank',
  'dense_rank percent_rank cume_dist lag lead first_value last_value lower upper length char_length',
  'character_length octet_length btrim ltrim rtrim concat concat_ws reverse initcap starts_with strpos',
  'md5 now num_nulls num_nonnulls isempty lower_inc upper_inc lower_inf upper_inf range_agg',
  'range_intersect_agg array_length array_ndims array_lower array_upper cardinality array_to_string',
  'unnest to_json to_jsonb row_to_json json_typeof jsonb_typeof jsonb_pretty',
);

/** Functions that fail for some values. */
export const unsureFunctions = words(
  'abs ceil ceiling div exp floor gcd lcm ln log log10 mod pi power round scale sign sqrt',
  'trim_scale trunc width_bucket array_agg bit_and bit_or bit_xor corr covar_pop covar_samp mode',
  'percentile_cont percentile_disc regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope',
  'regr_sxx regr_sxy regr_syy stddev stddev_pop stddev_samp variance var_pop var_samp ntile nth_value',
  'json_object_agg jsonb_object_agg date_bin date_part date_trunc extract isfinite justify_days',
  'justify_hours justify_interval make_date make_interval make_time make_timestamp make_timestamptz',
  'overlaps timezone to_char to_date to_number to_timestamp ascii chr encode decode format left right',
  'lpad overlay position quote_literal regexp_count regexp_instr regexp_like regexp_match',
  'regexp_matches regexp_replace regexp_split_to_array regexp_split_to_table regexp_substr replace',
  'split_part string_to_array string_to_table substr substring to_hex translate like_escape',
  'similar_to_escape array_append array_cat array_dims array_fill array_position array_positions',
  'array_prepend array_remove array_replace generate_series generate_subscripts range_merge multirange',
  'int4range int8range numrange daterange tsrange tstzrange int4multirange int8multirange nummultirange',
  'datemultirange tsmultirange tstzmultirange json_array_elements json_array_elements_text',
  'json_array_length json_build_array json_build_object json_each json_each_text json_extract_path',
  'json_extract_path_text json_object json_object_keys json_strip_nulls jsonb_array_elements',
  'jsonb_array_elements_text jsonb_array_length jsonb_build_array jsonb_build_object jsonb_each',
  'jsonb_each_text jsonb_extract_path jsonb_extract_path_text jsonb_object jsonb_object_keys jsonb_set',
  'jsonb_strip_nulls',
);

/** The functions that a view may call. None of them writes, waits, reads a file, a setting or a table, or runs a text. */
export const knownFunctions: ReadonlySet<string> = new Set([...sureFunctions, ...unsureFunctions]);

/** Whether a function has a result for all values. */
export function isSure(name: string): boolean {
  return sureFunctions.has(name);
}

/** The types that a view may convert to. A type such as regclass looks into the catalogues. */
export const knownTypes: ReadonlySet<string> = words(
  'bool boolean int2 int4 int8 smallint integer bigint numeric decimal float4 float8 text varchar',
  'bpchar date time timestamp timestamptz interval uuid json jsonb int4range int8range numrange',
  'daterange tsrange tstzrange int4multirange int8multirange nummultirange datemultirange tsmultirange',
  'tstzmultirange',
);

/** Operators that have a result for all values. */
export const sureOperators: ReadonlySet<string> = words('= <> != < <= > >= && @> <@ -> ->> #> #>> ? ?| ?& -|-');

/** Operators that fail for some values. */
export const unsureOperators: ReadonlySet<string> = words(
  '|| + - * / % ^ @ & | # << >> &< &> ~ ~* !~',
  '!~* ~~ ~~* !~~ !~~*',
);

function words(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')));
}
