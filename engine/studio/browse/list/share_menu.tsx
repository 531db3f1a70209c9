import { queryText } from '../../api/query_text.ts';
import type { Resource } from '../../model/model.ts';
import { useModel } from '../../model/use_model.ts';
import { CopyButton } from '../../parts/copy_button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Popover } from '../../parts/popover.tsx';
import { useWords } from '../../words/use_words.ts';
import { curlCommand } from './curl_command.ts';

interface ShareMenuProps {
  readonly resource: Resource;
  /** The query of the first page. */
  readonly asked: URLSearchParams;
}

/** The address of this page, and of what it asks the service for. */
export function ShareMenu({ resource, asked }: ShareMenuProps) {
  const words = useWords();
  const { service } = useModel();
  const address = () => `${window.location.origin}${service.basePath}/${resource.name}?${queryText(asked)}`;
  return (
    <Popover
      className="quiet"
      button={
        <>
          <Icon name="share" />
          {words('browse.share')}
        </>
      }
    >
      {() => (
        <div className="menu">
          <CopyButton text={() => window.location.href}>{words('browse.copyLink')}</CopyButton>
          <CopyButton text={address}>{words('browse.copyAddress')}</CopyButton>
          <CopyButton text={() => curlCommand(address())}>{words('browse.copyCurl')}</CopyButton>
          <p className="asked-address">
            {words('browse.asked')} <code>{address()}</code>
          </p>
        </div>
      )}
    </Popover>
  );
}
