/** Whether nothing of `text` can be seen: blanks, zero widths, marks of direction and the like. */
export function isBlank(text: string): boolean {
  return !/[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);
}
