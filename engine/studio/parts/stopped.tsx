import { useWords } from '../words/use_words.ts';

/** Stands for a part of a page that could not be shown, such as one of a version of Studio that is gone. */
export function Stopped() {
  const words = useWords();
  return (
    <div className="refusal" role="alert">
      <p>{words('common.stopped')}</p>
      <button type="button" onClick={() => window.location.reload()}>
        {words('common.reload')}
      </button>
    </div>
  );
}
