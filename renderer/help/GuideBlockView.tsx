// Shows one block of a guide page.

import type { GuideBlock, GuidePageId, GuideSpan } from '../../shared/app/guide.ts';
import { Button } from '../ui/Button.tsx';
import styles from './Help.module.css';

type OpenPage = (page: GuidePageId) => void;

/** A block; `onOpen` is called by links to other pages. */
export function GuideBlockView({ block, onOpen }: { block: GuideBlock; onOpen: OpenPage }) {
  switch (block.kind) {
    case 'heading':
      return block.level === 2 ? <h3 className={styles.heading}>{block.text}</h3> : <h4>{block.text}</h4>;
    case 'paragraph':
      return (
        <p>
          <Line line={block.line} onOpen={onOpen} />
        </p>
      );
    case 'picture':
      return <img className={styles.picture} src={`/guide/${block.file}`} alt={block.text} />;
    case 'table':
      return <Table {...block} onOpen={onOpen} />;
    case 'list': {
      const items = block.items.map((line) => (
        <li key={JSON.stringify(line)}>
          <Line line={line} onOpen={onOpen} />
        </li>
      ));
      return block.isOrdered ? <ol className={styles.items}>{items}</ol> : <ul className={styles.items}>{items}</ul>;
    }
  }
}

function Table({ head, rows, onOpen }: Extract<GuideBlock, { kind: 'table' }> & { onOpen: OpenPage }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {head.map((line) => (
            <th key={JSON.stringify(line)} scope="col">
              <Line line={line} onOpen={onOpen} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={JSON.stringify(row)}>
            {row.map((line) => (
              <td key={JSON.stringify(line)}>
                <Line line={line} onOpen={onOpen} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Line({ line, onOpen }: { line: readonly GuideSpan[]; onOpen: OpenPage }) {
  return line.map((span, index) => {
    const key = `${index} ${span.text}`;
    if (span.kind === 'term') return <strong key={key}>{span.text}</strong>;
    if (span.kind === 'code') return <code key={key}>{span.text}</code>;
    if (span.kind !== 'link') return span.text;
    return (
      <Button key={key} variant="link" onClick={() => onOpen(span.page)}>
        {span.text}
      </Button>
    );
  });
}
