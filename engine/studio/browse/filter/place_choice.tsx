import type { Resource } from '../../model/model.ts';
import { useModel } from '../../model/use_model.ts';
import { useWords } from '../../words/use_words.ts';
import { placeOf, placesOf, placeTitle } from './place.ts';

interface PlaceChoiceProps {
  readonly resource: Resource;
  readonly path: readonly string[] | null;
  readonly onChange: (path: readonly string[]) => void;
}

/** What a filter is about: a field of the row, or of a row to which it refers, or whether it has related rows. */
export function PlaceChoice({ resource, path, onChange }: PlaceChoiceProps) {
  const words = useWords();
  const model = useModel();
  const groups = placesOf(model, resource);
  const chosen = path?.join('.') ?? '';
  const isListed = groups.some(({ places }) => places.some((place) => place.path === chosen));
  const other = path === null || isListed ? null : placeOf(model, resource, path);
  const titleOf = { own: words('browse.ownFields'), related: words('browse.relatedRows') };
  return (
    <label>
      {words('browse.field')}
      <select required value={chosen} onChange={({ target }) => onChange(target.value.split('.'))}>
        <option value="" disabled>
          {words('browse.chooseField')}
        </option>
        {other !== null && <option value={chosen}>{placeTitle(other, words('browse.search'))}</option>}
        {groups.map(({ relation, kind, places }) => (
          <optgroup key={relation?.alias ?? kind} label={relation?.title ?? titleOf[kind]}>
            {places.map(({ path: name, title }) => (
              <option key={name} value={name}>
                {relation === null ? title : `${relation.title} › ${title}`}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </label>
  );
}
