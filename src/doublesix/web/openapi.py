"""The OpenAPI document, made from the routes and the types they speak."""

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from doublesix import __version__
from doublesix.web.problems import JSON, Failure
from doublesix.web.routes import Route

_REFERENCE = "#/components/schemas/{name}"


def document(routes: Sequence[Route]) -> dict[str, Any]:
    """Every route with what it takes and gives."""
    types = [kind for route in routes for kind in (route.body, route.answer) if not _is_text(kind)]
    schemas, components = msgspec.json.schema_components([*types, Failure], ref_template=_REFERENCE)
    known = dict(zip([*types, Failure], schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, known)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Doublesix", "version": __version__},
        "paths": paths,
        "components": {"schemas": components},
    }


def _is_text(kind: Any) -> bool:
    """Whether an answer is no JSON: its media type stands for it; or there is none at all."""
    return kind is None or isinstance(kind, str)


def _operation(route: Route, known: dict[Any, Any]) -> dict[str, Any]:
    media = route.answer if isinstance(route.answer, str) else JSON
    schema = {"type": "string"} if isinstance(route.answer, str) else known[route.answer]
    told: dict[str, Any] = {
        "operationId": route.handler.__name__,
        "summary": _summary(route),
        "parameters": [*_in_path(route.path), *_in_query(route)],
        "responses": {
            str(route.status): {"description": "Done", "content": {media: {"schema": schema}}},
            "4XX": {"description": "Not done", "content": {JSON: {"schema": known[Failure]}}},
        },
    }
    if route.body is not None:
        told["requestBody"] = {
            "required": True,
            "content": {JSON: {"schema": known[route.body]}},
        }
    return told


def _summary(route: Route) -> str:
    return " ".join((route.handler.__doc__ or "").split("\n\n")[0].split())


def _in_path(path: str) -> list[dict[str, Any]]:
    return [_parameter(name, "path") for name in re.findall(r"{(\w+)}", path)]


def _in_query(route: Route) -> list[dict[str, Any]]:
    return [_parameter(name, "query") for name in route.query]


def _parameter(name: str, place: str) -> dict[str, Any]:
    return {
        "name": name,
        "in": place,
        "required": place == "path",
        "schema": {"type": "string"},
    }
