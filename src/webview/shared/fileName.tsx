import type { VNode } from 'preact';

/** The name of a file, which breaks between its words where it has to: behind `_`, `-` and `.`. */
export function FileName({ name }: { name: string }): VNode {
  const pieces = name.split(/(?<=[_.-])/);
  return (
    <>
      {pieces.map((piece, index) => (
        <>
          {index > 0 && <wbr />}
          {piece}
        </>
      ))}
    </>
  );
}
