//! [`Refusal`]: errors in Presidio's form, `{"error": "…"}`.

use std::borrow::Cow;

use http::StatusCode;
use serde::Serialize;

use crate::{
    input::{Problems, json::SyntaxError},
    problem::Problem,
    server::Reply,
};

/// The reason for which a request is not answered.
#[derive(Debug)]
pub enum Refusal {
    /// An error that Presidio has, too, with its status.
    Worded(StatusCode, Cow<'static, str>),
    /// An error of this service.
    Problem(Problem),
}

#[derive(Serialize)]
struct Document<'a> {
    error: &'a str,
}

impl Refusal {
    /// An invalid parameter.
    pub fn invalid(message: impl Into<Cow<'static, str>>) -> Self {
        Self::Worded(StatusCode::UNPROCESSABLE_ENTITY, message.into())
    }

    /// A request that Presidio's analyzer answers by a server error.
    pub fn failed(message: &'static str) -> Self {
        Self::Worded(StatusCode::INTERNAL_SERVER_ERROR, message.into())
    }

    /// The answer to the request.
    ///
    /// # Errors
    /// The problem, if it is one of this service.
    pub fn into_answer(self) -> Result<Reply, Problem> {
        match self {
            Self::Problem(problem) => Err(problem),
            Self::Worded(status, message) => {
                let body = serde_json::to_vec(&Document { error: &message }).map_err(|_| Problem::Internal)?;
                Ok(Reply { status, ..Reply::json(body) })
            }
        }
    }
}

impl From<Problem> for Refusal {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}

impl From<SyntaxError> for Refusal {
    fn from(error: SyntaxError) -> Self {
        Self::Problem(error.into())
    }
}

impl From<Problems> for Refusal {
    fn from(problems: Problems) -> Self {
        let mut message = String::from("Invalid input");
        for problem in &problems.list {
            message.push_str("; ");
            message.push_str(&problem.pointer);
            message.push_str(": ");
            message.push_str(&problem.detail);
        }
        Self::invalid(message)
    }
}
