"""A Parquet file of results: whole, or not there at all."""

from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

import pyarrow as pa
import pyarrow.parquet as pq

from doublesix.files import draft_of, put_in_place, unwritten


class ParquetFile:
    """A Parquet file that appears only when :meth:`finish` is called."""

    def __init__(self, path: Path, facts: Mapping[str, str], unlike: tuple[str, ...]) -> None:
        """``facts`` say what the rows come from, as every reader of Parquet can show it; columns
        whose names begin with one of ``unlike`` hardly hold a value twice."""
        self._path = path
        self._facts = dict(facts)
        self._unlike = unlike
        self._writer: pq.ParquetWriter | None = None
        try:
            self._draft = draft_of(path.resolve())
            self._draft.open("xb").close()  # whether this is possible is known at once
        except (OSError, ValueError) as error:
            raise unwritten(path, error) from None

    def add(self, table: pa.Table) -> None:
        """Write rows that follow those before."""
        try:
            if self._writer is None:
                schema = table.schema.with_metadata(self._facts)
                # A dictionary of what hardly comes twice would cost twice the time and make
                # the file larger.
                few = [name for name in schema.names if not name.startswith(self._unlike)]
                self._writer = pq.ParquetWriter(
                    self._draft, schema, compression="zstd", use_dictionary=few
                )
            self._writer.write_table(table)
        except OSError as error:
            raise unwritten(self._path, error) from None

    def finish(self) -> None:
        """All rows are written: let the file appear."""
        try:
            self._close()
            put_in_place(self._draft, self._path.resolve())
        except OSError as error:
            raise unwritten(self._path, error) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        try:
            self._close()
        finally:
            self._draft.unlink(missing_ok=True)

    def _close(self) -> None:
        writer, self._writer = self._writer, None
        if writer is not None:
            writer.close()
