import { Icon } from '../../parts/icon.tsx';
import { useWords } from '../../words/use_words.ts';

interface ViewButtonsProps {
  readonly isWhole: boolean;
  readonly zoom: (times: number) => void;
  readonly fit: () => void;
}

/** Zooms a picture without a wheel. */
export function ViewButtons({ isWhole, zoom, fit }: ViewButtonsProps) {
  const words = useWords();
  return (
    <div className="view-buttons">
      <button type="button" aria-label={words('timeline.zoomOut')} disabled={isWhole} onClick={() => zoom(1.6)}>
        <Icon name="minus" />
      </button>
      <button type="button" aria-label={words('timeline.zoomIn')} onClick={() => zoom(1 / 1.6)}>
        <Icon name="plus" />
      </button>
      <button type="button" disabled={isWhole} onClick={fit}>
        {words('timeline.fit')}
      </button>
    </div>
  );
}
