import { textLiteral } from './literal.ts';
import { keyOf, type SchemaObject } from './object.ts';

/** A comment on an object of the database. */
export interface Comment {
  /** As `comment on` names it: "column public.book.title". */
  readonly subject: string;
  readonly text: string;
  /** The key of the object that has it; for a column, of its table. */
  readonly of: string;
}

/** The comment on an object itself. */
export function commentOn(object: SchemaObject, text: string): SchemaObject {
  return commentObject({ subject: keyOf(object), text, of: keyOf(object) });
}

export function commentObject(comment: Comment): SchemaObject {
  const { subject, of } = comment;
  return {
    kind: 'comment',
    name: subject,
    on: null,
    create: commentStatement(comment),
    drop: noComment(subject),
    dependsOn: [of],
  };
}

/** The statement that writes the comment. */
export function commentStatement({ subject, text }: Pick<Comment, 'subject' | 'text'>): string {
  return `comment on ${subject} is ${textLiteral(text)}`;
}

/** The statement that removes the comment of a subject. */
export function noComment(subject: string): string {
  return `comment on ${subject} is null`;
}
